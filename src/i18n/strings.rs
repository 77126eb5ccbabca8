//! The table that each language fills, by room of the app.
//!
//! A group is declared once here with `strings!`; the macro also gives every group a list of its sentences by
//! name, so that tests can walk over them.

macro_rules! strings {
    ($(#[$doc:meta])* $name:ident { $($field:ident),* $(,)? }) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Debug)]
        pub struct $name { $(pub $field: &'static str),* }
        impl $name {
            /// No words: what is said while a file is not there.
            #[allow(dead_code, reason = "most groups come with the page")]
            pub(super) const NONE: Self = Self { $($field: ""),* };

            /// Every sentence with its name.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($field), self.$field)),*]
            }

            /// The same group with each sentence put through `change`.
            #[cfg(test)]
            #[allow(dead_code, reason = "what is fetched later is no part of the tables that are put through")]
            pub(super) fn mapped(&self, change: fn(&str) -> &'static str) -> Self {
                Self { $($field: change(self.$field)),* }
            }
        }
    };
}

/// All sentences of one language.
#[derive(Debug)]
pub struct Strings {
    /// The language.
    pub lang: super::Lang,
    /// What is said of the metric that comes with the page.
    pub first: MetricTexts,
    /// Ids and names of all others.
    pub names: &'static [(&'static str, &'static str)],
    /// What else is said of them, unless it comes with their file ([`super::Lang::of_metrics`]).
    pub of_metrics: Option<&'static OfMetrics>,
    /// Words of verdicts in a breakdown.
    pub marks: Marks,
    /// Warnings beside a score, as plain sentences.
    pub flags: Flags,
    /// What the embedded judge writes and is called.
    pub embedded: Embedded,
    /// The frame of the page: bar, title, zones, language, theme.
    pub page: Page,
    /// The input form.
    pub form: Form,
    /// The run button, its cost, progress and cancelling.
    pub run: RunTexts,
    /// The panel that shows and edits prompts.
    pub prompt_panel: PromptPanel,
    /// The panel that chooses and sets up a judge.
    pub judge_panel: JudgePanel,
    /// Scores, formulas, breakdown rows and facts.
    pub verdict: VerdictTexts,
    /// What stands in the verdict before the first run.
    pub empty: Empty,
    /// The evidence zone.
    pub evidence: EvidenceTexts,
    /// Headings of the copied report.
    pub report: Report,
    /// Servers, keys, prices and second opinions: what an API judge needs beside its form.
    pub calling: CallingTexts,
    /// Keeping, sharing, opening and exporting evaluations.
    pub keep: KeepTexts,
    /// See [`BackTexts`].
    pub back: BackTexts,
}

/// What is said of the metrics that the page doesn't begin with, and in the dialogs. It comes with their files.
#[derive(Debug)]
pub struct OfMetrics {
    /// One entry each.
    pub metrics: &'static [MetricTexts],
    /// What settings of metrics and their choices are called.
    pub settings: &'static [SettingTexts],
    /// Names of groups, lines and figures of a breakdown.
    pub labels: Labels,
    /// Scores that others are made of.
    pub part_scores: PartScoreTexts,
    /// Reasons why there is no score. `…_next`: what to do.
    pub reasons: Reasons,
    /// Changing a verdict by hand.
    pub change: ChangeTexts,
    /// The dialog that helps to choose a metric.
    pub picker: PickerTexts,
    /// What a run costs and whether the chosen judge can do it.
    pub plan: PlanTexts,
    /// Several metrics for one sample.
    pub together: TogetherTexts,
    /// Headings of the page of a metric.
    pub guide: GuideHeads,
    /// Fields of the form beside those of the first metrics, and the settings of metrics.
    pub fields: FieldTexts,
    /// Verdict rows of the metrics with a breakdown.
    pub breakdown: BreakdownTexts,
    /// See [`JudgedTexts`].
    pub judged: JudgedTexts,
    /// Warnings and reasons that only they have.
    pub notes: MetricNotes,
}

/// What the picker, the title and the empty state say of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricTexts {
    /// The metric's id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it answers, in one line.
    pub purpose: &'static str,
    /// Range and direction.
    pub range: &'static str,
    /// What it needs, as a chip.
    pub needs: &'static str,
    /// What to give and what comes out, for the empty state.
    pub teaches: &'static str,
    /// When not to use it, in one line.
    pub avoid: &'static str,
}

/// What a setting of a metric is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingTexts {
    /// The metric's id, or empty for all metrics that have no entry of their own for this name.
    pub metric: &'static str,
    /// The setting's name.
    pub name: &'static str,
    /// Its label.
    pub label: &'static str,
    /// A sentence below it; may be empty.
    pub hint: &'static str,
    /// Words of its choices, by the choice.
    pub choices: &'static [(&'static str, &'static str)],
}

strings! {
    /// Names of groups, lines and figures of a breakdown ([`crate::metric::breakdown::Label`]).
    Labels {
        answer_statements, reference_statements, chunks, chunk_statements, context_sentences, answer_sentences, drawn_answers, votes, generated_questions, mistakes, ratings, scores, answerability, answer_tokens, reference_tokens, retrieved_ids, reference_ids, noncommittal, evasion, answer_length, reference_length, ngram_precision, brevity_penalty, faithfulness, context_recall, answer_relevancy, average_precision, precision_at_k, recall_at_k, hit_at_k, reciprocal_rank, ndcg, ndcg_whole, reciprocal_rank_whole, page_accuracy_whole, paragraph_accuracy_whole, context_relevance, precision, recall, f, bleu, chrf, factual_part, similarity, weighted_sum, mean, majority, harmonic_mean, judge_score, claim_recall, context_precision, context_utilization, noise_in_relevant, noise_in_irrelevant, hallucination, self_knowledge, page_accuracy, paragraph_accuracy, inconsistent, unknown_pieces,
    }
}
strings! {
    /// Scores that others are made of, taken from this tab.
    PartScoreTexts {
        of_others, judge_again,
    }
}
strings! {
    /// Words of verdicts in a breakdown.
    Marks {
        yes, no, contradicted, not_found, unsure, open, verbatim, not_verbatim,
    }
}
strings! {
    /// What the embedded judge writes for all metrics but the first.
    JudgedTexts {
        points_found, points_missing, no_points, asked_found, asked_missing, scattered, repeats,
        asked_person, asked_time, asked_place, asked_amount, asked_duration, asked_length, asked_reason,
        lacks, lacks_any, caution, no_words, band_supported, band_check_yes, band_check_no,
        band_check_conflict, band_not_found, best_in_text, best_in_chunk, in_source, in_chunk,
        counted_claims, counted_items, counted_points, claims_nothing, declines, shares, names_asked,
        off_topic, short_fits, useful_nothing, useful_found,
    }
}
strings! {
    /// Warnings and reasons that only metrics have whose file comes later. `…_next`: what to do.
    MetricNotes {
        agrees_unchanged, wrote_unchanged, confidence_unchanged, embedded_compares, offer_other, none_retrieved, none_claimed, per_chunk, per_sentence, per_sample, per_pair, calls_in_all, prompts_in_all, struck, keep, strike, strike_hint, unknown_pieces, text_cut, list_cut, prompt_cut, equal_draws, few_known, few_known_next, key_missing, template_echo, invented_ids, confidence_scaled, confidence_placeholder, sufficient_with_missing, insufficient_without_missing, sufficient_with_uncovered, uncovered_not_missing, none_useful, extra_coverage_key, score_list_disagree, not_verbatim, partial_coverage, unsplit_words, unmeasured, keys_disagree, keys_disagree_next, no_claims, no_claims_next, no_contexts, no_contexts_next, no_words, no_words_next, no_items, no_items_next, no_vectors, no_vectors_next, scores_lacking, scores_lacking_next, score_lacks, score_lacks_next, wrote_instead, scores_differ, key_refused, useful_unsaid, words_in_chunks, skipped, skipped_next, embeddings, token_vectors, drawn_temperature, raised, left_out, zero_or_one, definition_holds, items_unread, items_unread_next, legend, legend_yes, legend_no, legend_contradicted, legend_not_found, legend_unsure, legend_open, more_columns,
    }
}
strings! {
    /// Reasons why there is no score. `…_next`: what to do.
    Reasons {
        unreadable, unreadable_next, out_of_scale, out_of_scale_next, missing_verdict, missing_verdict_next, empty_reply, empty_reply_next, truncated, truncated_next, refused, refused_next, blocked, blocked_next, empty_input, empty_input_next, no_reply, no_reply_next, cancelled, cancelled_next, ran_out, ran_out_next, unanswerable, unanswerable_next, asked_again, truncated_next_by_hand, empty_reply_next_by_hand, again_the_same, shorter_or_other,
    }
}
strings! {
    /// Warnings beside a score, as plain sentences.
    Flags {
        judge_arithmetic_differs, fractional_score, extra_passage, stated_not_verified, re_asked, repaired,     }
}
strings! {
    /// Failed calls, and keys and addresses that cannot be used. `{host}`, `{status}`, `{detail}`, `{attempts}`;
    /// `{origin}` is this page's; `{at_port}` and `{ollama_at}` are parts of
    /// commands with the space that parts them, or nothing; `{listens_at}` is an address. `cause_…`: a likely cause; `next_…`: what to do. Commands stand in back-quotes.
    Failures {
        offline,
        unreachable,
        timeout,
        test_timeout,
        bad_url,
        bad_key,
        no_key,
        unauthorized,
        forbidden,
        not_found,
        bad_request,
        too_long,
        rate_limited,
        quota,
        over_cap,
        server,
        malformed,
        built_in_failed, built_in_too_long, built_in_not_allowed, built_in_timeout, built_in_said, next_other_judge,
        worker_broke,
        model_gone,
        model_broke,
        next_fetch_model,
        not_fetched,
        cause_app_changed,
        cause_app_cut,
        next_load_anew,
        tried,
        said,
        said_here,
        some_server,
        wrong_path,
        read_in_part,
        context_full,
        without_words,
        cause_ended,
        cause_tool,
        said_page,
        untitled_page,
        next_ollama_native,
        next_redirect,
        cause_plain_http,
        next_plain_http,
        cause_https_alone,
        next_begin_https,
        next_key_if_wanted,
        cause_hidden_refusal,
        cut_short,
        cause_time_limit,
        cause_thought,
        request_too_large,
        cause_size_limit,
        next_size_limit,
        cause_law,
        refused_oddly,
        next_lower_length,
        cause_hidden_key,
        cause_key_or_cors,
        cause_blocker,
        cause_down,
        cause_cors,
        cause_misspelt,
        cause_redirect,
        cause_dropped,
        cause_mixed,
        cause_safari,
        cause_not_running,
        cause_page_refused,
        cause_permission,
        cause_permission_denied,
        probe_answered,
        probe_silent,
        conflict,
        cause_conflict,
        timeout_there,
        probe_looking, probe_late, reply_too_large, cause_endless, next_set_length,
        cause_unspecified,
        next_loopback,
        cause_only_loaded,
        cause_unfinished,
        cause_key_sites,
        cause_key_addresses,
        cause_key_apps,
        cause_key_services,
        cause_service_off,
        next_key_restriction,
        next_unrestricted_key,
        next_service_on,
        key_scheme,
        to_setting,
        cause_not_listening,
        cause_slow,
        cause_loading,
        cause_long_prompt,
        cause_stalled,
        cause_organisation_cors,
        cause_region,
        cause_firewall,
        cause_wrong_key,
        cause_local_key,
        cause_foreign_key,
        cause_no_access,
        cause_model,
        cause_path,
        cause_parameter,
        cause_other_format,
        cause_context,
        cause_rate,
        cause_free_plan,
        cause_shared_key,
        cause_no_credit,
        cause_day_limit,
        cause_overloaded,
        cause_outage,
        cause_local_crash,
        cause_web_page,
        cause_cut,
        cause_memory,
        next_shorter_texts,
        next_go_online,
        next_embedded,
        next_check_url,
        next_copy_key,
        next_enter_key,
        next_without_key,
        next_unblock,
        next_by_hand,
        next_https,
        next_start, next_start_ollama, next_start_ollama_at, next_start_lm_studio, next_start_llama_cpp, next_start_vllm, next_start_litellm, next_start_jan,
        next_ollama,
        next_ollama_mac,
        next_ollama_windows,
        next_ollama_linux,
        next_lm_studio,
        next_llama_cpp,
        next_vllm,
        next_litellm,
        next_litellm_windows,
        next_jan,
        next_allow_page,
        next_permission,
        next_run_here,
        next_listen,
        next_longer_timeout, next_longer_timeout_test, next_test_again,
        next_shorten,
        next_other_model,
        next_other_key,
        next_other_provider,
        next_pick_model,
        next_pull,
        next_fewer_parameters,
        next_check_format,
        next_larger_context,
        next_local_context,
        next_wait_minute,
        next_wait_named,
        wait_seconds,
        wait_minutes,
        wait_hours,
        wait_days,
        cause_connection,
        next_fewer_at_once,
        next_billing,
        next_raise_cap,
        next_server_log,
        next_smaller_model,
        next_later,
        next_again,
        key_empty,
        key_masked,
        key_placeholder, key_is_address,
        key_words,
        key_character,
        address_empty,
        address_scheme,
        address_host,
        address_port,
        address_user,
        address_key,
        address_character,
        address_space,
        address_unseen,
        key_unseen,
    }
}
strings! {
    /// The embedded judge's name, limits and reasons.
    Embedded {
        name, note, table, quoted, separator, more, between_sentences, between_kinds, found, all_found,
        nothing_found, missing, missing_word, missing_words, missing_number, missing_numbers, missing_name,
        missing_names, support, share, differs_number, differs_unit, differs_date, differs_swap,
        differs_negation, differs_opposite, differs_hedge, differs_word, differs_time, differs_quantity,
        differs_other, in_answer, only_checked,
    }
}
strings! {
    /// The frame of the page: bar, title, zones, language, theme.
    Page {
        compare, about, title, skip, metric, judge, language, theme, theme_system, theme_light, theme_dark, input, verdict, evidence, close, not_fetched, fetch_again, not_llm,
    }
}
strings! {
    /// The input form.
    Form {
        ground_truth, question_and_chunks, essential, bonus, chunk, answer, question, add_essential, add_bonus, add_chunk, add_essential_label, add_bonus_label, add_chunk_label, up, down, remove, chunk_name, paste_marked, paste_json, before_marker, before_as_essential, before_dismiss, examples, everyday, tricky, chinese, error_essential, error_sole, error_answer, error_question, error_contexts, blank_chunk, question_hint, clear,
    }
}
strings! {
    /// The run button, its cost, progress and cancelling.
    RunTexts {
        computed, judge, cancel, running, your_turn, elapsed, cost_embedded, cost_hand, progress, done, unscored, fix_form, prompt_wrong, api_not_ready, need_base_url, need_model, need_key,
    }
}
strings! {
    /// The bar of the panel that shows and edits prompts; what stands in the panel is in [`EditorTexts`].
    PromptPanel {
        heading, edited, hash,
    }
}
strings! {
    /// The panel that chooses and sets up a judge.
    JudgePanel {
        how_good, heading, nobody, embedded, by_hand, api, provider, custom, base_url, model, list_models, key, forget, temperature, max_tokens, timeout, test, done,
    }
}
strings! {
    /// The guided panel of the judge who copies and pastes.
    ByHandTexts {
        heading, step_copy, step_copy_again, step_paste, copy, prompt, reply, read, skip, again_passages, again_written, again_other, again_keys, again_chat, empty,
        place, place_again, at_passages, at_verdict, at_answer_statements, at_reference_statements, at_answer_by_reference, at_reference_by_answer, at_answer_by_chunk, at_reference_by_chunk, at_verdicts, at_question, at_sentences, at_rating, at_grounded, at_answerability, at_chunk_statements, at_sort, at_pair, at_answer, at_chunk, at_vote, at_score, at_mistakes,
    }
}
strings! {
    /// Scores, formulas, breakdown rows and facts.
    VerdictTexts {
        essential, bonus, combined, final_line, agrees, wrote, no_bonus, scored_of, exact, prompt_fact, prompt_title, prompt_unread, tokens_fact, breakdown, passage, score, reasoning, details, of_five, no_score, re_asked, no_reasoning, expand, show_evidence, extra, stated, sufficient, insufficient, conflict, not_applicable, unscored, confidence, confidence_note, confidence_unknown, band_low, band_middle, band_high, coverage_line, coverage_unknown, coverage_none, coverage, entity, covered, where_, yes, no, unknown, in_chunks, not_located, extra_entities, missing, missing_dropped, contradictions, useful, useful_none, invented, key_values, next_step, warnings, facts, stale, cancelled, raw, raw_one, raw_again, raw_sent, raw_none, cut_off, copy_json, copy_markdown, copied, copy_failed, copy_text, causes,
    }
}
strings! {
    /// What stands in the verdict before the first run.
    Empty {
        heading, example, cost, cost_embedded, cost_hand, cost_hand_steps, cost_api, cost_api_steps, evidence,
    }
}
strings! {
    /// The evidence zone.
    EvidenceTexts {
        answer, chunks, lit, found, missing, legend, hint, missing_from, nothing_missing, nothing_found, no_words, longest, matching, useful_of, useful, show_all, more_missing, control,
    }
}
strings! {
    /// Headings of the copied report.
    Report {
        heading, metric, result, judge, time, prompt, formula, input,
    }
}
strings! {
    /// Fields of the form beside those of the first metrics, and the settings of metrics.
    FieldTexts {
        input, answer, reference, sample, sample_name, add_sample, add_sample_label, retrieved_ids, reference_ids, ids_hint, optional, error_answer, error_reference, error_sample, error_samples, error_ids, settings, wrong_whole, wrong_odd, wrong_number, wrong_order, wrong_text, by_default, stop, take_scores, taken,
    }
}
strings! {
    /// Verdict rows of the metrics with a breakdown.
    BreakdownTexts {
        higher, lower, scale, judged_of, edited, without, figures, figure, value, what, whole, id, retrieved, wanted, rank_precision, verdict, chunk, sample, check, judge_said, note, open, replies, computed, no_texts, empty, legend_yes, legend_no, legend_wrong, legend_contradicted, nearest, abstains,
    }
}
strings! {
    /// Changing a verdict by hand.
    ChangeTexts {
        heading, on, own, value, note, save, undo, undo_all, bad_number, pick, changed, undone, kept,
    }
}
strings! {
    /// The dialog that helps to choose a metric.
    PickerTexts {
        heading, have, only, group, group_none, lacks, ready, calls, more, exact, hand, hand_more, unknown, none, embeddings, tokens, model, choose, chosen, nothing, question, answer, contexts, reference, essential, samples, ids, scores, and,
    }
}
strings! {
    /// What a run costs and whether the chosen judge can do it.
    PlanTexts {
        hand, hand_same, hand_exact, api, api_same, api_exact, api_once, embedded_cannot, embedded_no_questions, embedded_no_vectors, no_tokens, hand_no_vectors, api_no_vectors, offer, embedding_model, local_model,
    }
}
strings! {
    /// Several metrics for one sample.
    TogetherTexts {
        heading, leave_out, tick, tick_name, count, shared, shared_replies, scores,
    }
}
strings! {
    /// Headings of the page of a metric.
    GuideHeads {
        definition, avoid, formula, now, steps, prompts, no_prompts, source, differs,
    }
}
strings! {
    /// What the page says of API judges, keys, prices and a second opinion before any of their rooms is opened.
    CallingTexts {
        built_in, built_in_loading, built_in_no_vectors, need_built_in, need_price, need_cap, context_short, cost_known, cost_at_least, cost_unknown, confirm, second, second_choose, second_waiting,
    }
}
strings! {
    /// Keeping, sharing, opening and exporting evaluations.
    KeepTexts {
        report_foot, skip, to_judge, history, how, foot, open_file, drop_here, welcome_label, welcome, welcome_embedded, welcome_seen, was_interrupted, go_on, framed, update, update_now, store_blocked, store_full, store_silent, store_newer, entry_gone, undo, undone, show_more, name, share, keep, embed_open, shared_inputs, shared_verdict, shared_scores, broken,
    }
}
strings! {
    /// Going back: what was replaced or deleted; and claims that can't be.
    BackTexts {
        replaced, removed, left_under_way, claim_impossible,
    }
}
strings! {
    /// The pages and dialogs that are fetched when they are opened: history, sharing, what came from elsewhere, how it
    /// works. Read with [`super::Lang::rooms`], so that these sentences come with those pages and not with the first.
    RoomTexts {
        history_what, search, all_metrics, only_open, mode_on, mode_tab, mode_off, mode_tab_what, mode_on_now, mode_off_what, history_blocked, now_gives, delete_all, deleted, usage, reading, history_empty, history_teaches, none_found, untitled, under_way, interrupted, more, score_again, duplicate, duplicated, copy_of, delete, note, save, saved, rescored_same, rescored_changed, rescored_open, rescored_unknown, share_how_much, share_inputs, share_inputs_what, share_verdict, share_verdict_what, share_scores, share_scores_what, link, copy_link, length, characters, fits_anywhere, fits_discord, fits_slack, fits_mail, fits_nowhere, qr, qr_label, no_qr, copy_embed, files, files_what, save_json, save_markdown, save_html, preview, share_never, banner_label, banner_inputs, banner_verdict, banner_scores, banner_still, edit_copy, kept, claims, own_server, claim_holds, claim_forged, claim_other_version, claim_open, claim_inputs, claim_unchecked, claim_unknown_metric, claim_refused, claim_left_over, broken_next, how_intro, how_steps_head, how_steps_1, how_steps_2, how_steps_3, how_sent_head, how_sent_embedded, how_sent_hand, how_sent_built_in, how_sent_local, how_sent_api, how_sent_never, how_kept_head, how_kept_history, how_kept_links, how_kept_keys, how_limits_head, how_limits_1, how_limits_2, how_limits_3, how_limits_4, how_limits_5, how_use_head, how_use_1, how_use_2, how_use_3, how_formulas_head, how_formulas,
        goes_with_tab, delete_these, claim_with_changes, claim_differs, claim_unknown_version, score_edited, under_way_elsewhere, file_newer, file_no_record, file_changed, broken_next_file, one_file,
        changed_score, copied_in, mode, link_foreign, link_newer, link_cut, link_cut_early, link_changed, link_too_big, link_no_record, hand_unread, hand_refused, hand_changed, hand_anew, hand_anyway, file_filled, file_not_needed, file_empty, file_too_big, file_not_text, file_web_page, file_unknown, file_not_json,
        link_too_deep, link_other_names, link_too_many, link_incoherent, file_lines, metrics_of_inputs,
    }
}
strings! {
    /// What is kept over a reload beside evaluations: keys, and what is typed. Comes with the rooms
    /// ([`super::Lang::kept`]).
    KeptTexts {
        keys, in_memory, in_tab, on_device, forget, forget_key, forget_all, forgotten, all_forgotten, draft_too_long, mode_not_kept, undone_late,
    }
}
strings! {
    /// What came from elsewhere, and what another tab has done meanwhile: whether a score is borne out, what may leave,
    /// what was lost. Comes with the rooms ([`super::Lang::elsewhere`]).
    ElsewhereTexts {
        claim_holds_texts, claim_holds_scores, claim_holds_more, claim_numbers, claim_differs_here, claim_revised, prompt_recorded, no_hash, banner_texts, banner_numbers, not_judged, from_elsewhere, share_stale, share_begins, banner_no_replies, claim_no_replies, not_known, change_deleted, change_joined, other_version, file_report, done_elsewhere, other_judge, changed_since, named_elsewhere, named_save_again, offer, offer_no_text, offer_not_now,
    }
}
strings! {
    /// Servers, keys, prices and second opinions: what an API judge needs beside its form.
    /// Comes with the rooms ([`super::Lang::connect`]).
    ConnectTexts {
        embedded_what, api_what, api_leaves_unknown, models_found, by_hand_what, by_hand_leaves, api_leaves, model_found, by_hand_name, embedded_leaves, listing,
        key_hint, key_hint_unknown, key_needless, key_bound, key_short, key_other, key_here, bad_number, bad_number_usual, plain_http, model_in_address, half_price, prices_json, prices_form, prices_lacks, prices_version, prices_row, prices_too_large, prices_currency, prices_now, copy_command, raw_reasons, raw_not_model, load_failed, load_forbidden, load_unsupported, load_no_room, load_network, load_next,
        model_is_key, key_in_address, built_in_what, built_in_ready, built_in_load_hint, built_in_load, built_in_load_first, bad_price, more, top_p, seed, at_once, context, context_known, structured, ollama_cuts, answers, keep, keep_memory, keep_session, keep_device, keep_readable, forgotten_on, forget_after, days, one_day, sign_in, signing_in, signed_in, not_signed_in, sign_in_blocked, prices, prices_hint, price_of, price_needs_model, price_input, price_output, price_remove, currency, cap, bad_cap, export, import, imported, not_imported, confirm_host, confirm_calls, confirm_exact, confirm_once, confirm_more, confirm_no_key, confirm_what, confirm_go, confirm_test, confirm_test_what, test_cancelled, waits_asked, waits_failed, waits_paused, second_heading, second_row, second_whole, second_chunk, second_differs, second_agree, second_kappa, second_distance, second_distance_essential, second_distance_bonus, second_one_sided, second_nothing, second_never_averaged, second_drop,
        confirm_key_gone,
    }
}
strings! {
    /// Filling the form with what was pasted. Comes with the rooms ([`super::Lang::paste`]).
    PasteTexts {
        marked_label, marked_hint, json_label, json_hint, split, take_chunks, replaces, replaces_chunks, no_marker, empty_markers, split_done, chunks_done, json_not, json_no_list, json_no_text, json_empty, answer_done, no_answer, json_blank, json_ends, json_separator, json_value, json_key, json_behind, json_string, json_number, json_deep, json_other,
    }
}
strings! {
    /// A prompt as it is sent, and its template. Comes with the rooms ([`super::Lang::editor`]).
    EditorTexts {
        which, main, again, view, rendered, template, template_label, reset, nothing_yet, again_note, unknown_placeholder, missing_placeholder, placeholders, fork_note, unread, not_sent,
    }
}
