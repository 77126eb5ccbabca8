//! Which calls of a run were paid for, by the replies that it left, and so what it cost.

use std::collections::BTreeSet;

use super::{Cost, Price};
use crate::evaluation::{Body, CallFailure, Exchange, FailureKind, NoReply, Reply, Usage};

/// The calls in words of one outcome or of several that may have cost something, each with its tokens where the API
/// reported them. What several asked alike was one call and counts once.
pub fn paid_calls<'t>(traces: impl IntoIterator<Item = &'t [Exchange]>) -> Vec<Option<Usage>> {
    let mut counted = BTreeSet::new();
    let all = traces.into_iter().flatten();
    let in_words = all.filter(|exchange| matches!(exchange.ask.body, Body::Chat { .. }));
    in_words
        .filter_map(|exchange| {
            let usage = match &exchange.reply {
                Reply::Text(reply) => reply.usage,
                // A call that broke off may have cost. Not sent, or refused: no provider takes money for that.
                Reply::None(NoReply::Failed(failure)) if may_have_cost(failure) => failure.usage,
                // It may have been under way.
                Reply::None(NoReply::Cancelled) => None,
                _ => return None,
            };
            // One that failed for one outcome may have been sent again for another.
            let replied = matches!(exchange.reply, Reply::Text(_));
            counted.insert((exchange.ask.key(""), replied)).then_some(usage)
        })
        .collect()
}

/// What a run of one metric or several left to tell its cost by, where it is not the last one of the tab.
pub struct Left<'t> {
    /// The asks with their replies of the metric that is looked at.
    pub own: &'t [Exchange],
    /// Those of all metrics of the run, this one among them.
    pub all: &'t [&'t [Exchange]],
    /// Embeddings were made in the page itself, and cost nothing.
    pub here: bool,
    /// Tokens of all embeddings of the run, where they were told.
    pub tokens: Option<u64>,
}

impl Left<'_> {
    /// What this metric's replies cost. How the tokens of embeddings are shared among several metrics that took some is
    /// not known.
    pub fn own(&self, words: Option<&Price>, vectors: Option<&Price>) -> Option<Cost> {
        let others = self.with_vectors() > 1;
        let embeddings = (!self.here && paid_embeddings(self.own))
            .then(|| Cost::of_embeddings(self.tokens.filter(|_| !others), vectors));
        Cost::of_both(Cost::of_calls(&paid_calls([self.own]), words), embeddings)
    }

    /// What the run cost, all metrics together.
    pub fn whole(&self, words: Option<&Price>, vectors: Option<&Price>) -> Option<Cost> {
        let embeddings = (self.with_vectors() > 0).then(|| Cost::of_embeddings(self.tokens, vectors));
        let calls = paid_calls(self.all.iter().copied());
        Cost::of_both(Cost::of_calls(&calls, words), embeddings)
    }

    /// How many metrics took embeddings that were paid for.
    fn with_vectors(&self) -> usize {
        let paid = self.all.iter().filter(|trace| paid_embeddings(trace));
        if self.here { 0 } else { paid.count() }
    }
}

/// Whether calls for embeddings, which report no tokens in an outcome, may have cost something.
pub fn paid_embeddings(trace: &[Exchange]) -> bool {
    let mut asked = trace
        .iter()
        .filter(|exchange| matches!(exchange.ask.body, Body::Embed { .. }));
    asked.any(|exchange| match &exchange.reply {
        Reply::Vectors(_) | Reply::None(NoReply::Cancelled) => true,
        Reply::None(NoReply::Failed(failure)) => may_have_cost(failure),
        _ => false,
    })
}

fn may_have_cost(failure: &CallFailure) -> bool {
    let begun = failure.status.is_some_and(|status| (200..300).contains(&status));
    failure.attempts > 0
        && match failure.kind {
            FailureKind::Timeout | FailureKind::Malformed | FailureKind::Empty => true,
            // The reply was written until it broke off, or until the context was full.
            FailureKind::Unreachable | FailureKind::TooLong | FailureKind::ReplyTooLarge => begun,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::super::price;
    use super::*;
    use crate::evaluation::{Ask, AskPath, Question, TextReply};

    fn exchange(reply: Reply) -> Exchange {
        Exchange {
            ask: Ask {
                path: AskPath::step("s"),
                question: Question::Free { what: "x".into() },
                body: Body::empty_prompt(),
            },
            reply,
        }
    }

    /// The same of an ask for vectors.
    fn embeds(reply: Reply) -> Exchange {
        let mut one = exchange(reply);
        one.ask.body = Body::Embed { texts: Vec::new() };
        one
    }

    /// Different asks, each with its reply.
    fn apart(mut trace: Vec<Exchange>) -> Vec<Exchange> {
        for (draw, one) in (0..).zip(&mut trace) {
            one.ask.path.draw = draw;
        }
        trace
    }

    fn used(prompt: Option<u64>, completion: Option<u64>) -> Exchange {
        exchange(Reply::Text(TextReply {
            usage: Some(Usage { prompt, completion }),
            ..TextReply::default()
        }))
    }

    fn failed(kind: FailureKind, attempts: u32) -> Exchange {
        exchange(Reply::None(NoReply::Failed(CallFailure {
            kind,
            host: String::new(),
            secure: true,
            status: None,
            detail: String::new(),
            attempts,
            usage: None,
        })))
    }

    /// Failed, and its tokens were told.
    fn counted(kind: FailureKind) -> Exchange {
        let mut one = failed(kind, 1);
        if let Reply::None(NoReply::Failed(failure)) = &mut one.reply {
            failure.usage = Some(Usage {
                prompt: Some(1_000_000),
                completion: Some(100_000),
            });
        }
        one
    }

    #[test]
    fn what_is_not_known_is_never_nothing() {
        let full = || used(Some(1_000_000), Some(100_000));
        for (trace, priced, cost) in [
            (vec![], true, None),
            (vec![full()], true, Some(Cost::Known(3.0))),
            (vec![full(), full()], true, Some(Cost::Known(6.0))),
            (vec![full()], false, Some(Cost::Unknown)),
            (vec![used(Some(5), None)], true, Some(Cost::Unknown)),
            (vec![exchange(Reply::text("x"))], true, Some(Cost::Unknown)),
            (vec![full(), used(None, None)], true, Some(Cost::AtLeast(3.0))),
            (
                vec![full(), failed(FailureKind::Timeout, 1)],
                true,
                Some(Cost::AtLeast(3.0)),
            ),
            (
                vec![full(), failed(FailureKind::Unauthorized, 1)],
                true,
                Some(Cost::Known(3.0)),
            ),
            (vec![counted(FailureKind::Empty)], true, Some(Cost::Known(3.0))),
            (
                vec![full(), counted(FailureKind::Empty)],
                true,
                Some(Cost::Known(6.0)),
            ),
            (vec![failed(FailureKind::NoKey, 0)], true, None),
            // Refused, or busy: not paid for.
            (
                vec![full(), failed(FailureKind::Server, 3)],
                true,
                Some(Cost::Known(3.0)),
            ),
            (vec![failed(FailureKind::Unreachable, 1)], true, None),
            // It may have been under way.
            (
                vec![exchange(Reply::None(NoReply::Cancelled))],
                true,
                Some(Cost::Unknown),
            ),
            (
                vec![full(), exchange(Reply::None(NoReply::Cancelled))],
                true,
                Some(Cost::AtLeast(3.0)),
            ),
            (vec![exchange(Reply::None(NoReply::RanOut))], true, None),
        ] {
            let price = price();
            let trace = apart(trace);
            assert_eq!(
                Cost::of_calls(&paid_calls([&*trace]), priced.then_some(&price)),
                cost,
                "{trace:?}"
            );
        }
    }

    #[test]
    fn what_several_metrics_asked_alike_is_paid_once() {
        let full = || used(Some(1_000_000), Some(100_000));
        let own = |draw| {
            let mut one = full();
            one.ask.path.draw = draw;
            one
        };
        let price = price();
        let timed_out = failed(FailureKind::Timeout, 1);
        for (traces, cost) in [
            (vec![vec![full()], vec![full()]], Cost::Known(3.0)),
            (vec![vec![own(0), own(1)], vec![own(1)]], Cost::Known(6.0)),
            (vec![vec![own(0)], vec![own(1)]], Cost::Known(6.0)),
            // What failed for one was sent again for the other.
            (vec![vec![timed_out.clone()], vec![full()]], Cost::AtLeast(3.0)),
            (vec![vec![timed_out.clone()], vec![timed_out]], Cost::Unknown),
        ] {
            let calls = paid_calls(traces.iter().map(Vec::as_slice));
            assert_eq!(Cost::of_calls(&calls, Some(&price)), Some(cost), "{calls:?}");
        }
    }

    #[test]
    fn a_run_of_several_metrics_says_exactly_what_is_known() {
        use Cost::{AtLeast, Known, Unknown};
        let words = |draw| {
            let mut one = used(Some(1_000_000), Some(100_000));
            one.ask.path.draw = draw;
            one
        };
        let vectors = || embeds(Reply::Vectors(vec![vec![1.0]]));
        let embedding = Price {
            input: 0.5,
            output: 0.0,
            ..price()
        };
        let told = Some(2_000_000);
        // The metrics, the first of which is looked at; tokens of embeddings, whether the page made them, whether their
        // price is known; what the first one cost, and what the run did.
        for (all, tokens, here, priced, own, whole) in [
            // No embeddings; one call of three is shared.
            (
                vec![vec![words(0), words(1)], vec![words(1), words(2)]],
                None,
                false,
                true,
                Known(6.0),
                Known(9.0),
            ),
            // This metric alone took embeddings: all tokens are its own.
            (
                vec![vec![words(0), vectors()], vec![words(1)]],
                told,
                false,
                true,
                Known(4.0),
                Known(7.0),
            ),
            // The other one did.
            (
                vec![vec![words(0)], vec![words(1), vectors()]],
                told,
                false,
                true,
                Known(3.0),
                Known(7.0),
            ),
            // Both: how they share them is not known, what they took together is.
            (
                vec![vec![words(0), vectors()], vec![words(1), vectors()]],
                told,
                false,
                true,
                AtLeast(3.0),
                Known(7.0),
            ),
            (
                vec![vec![vectors()], vec![vectors()]],
                told,
                false,
                true,
                Unknown,
                Known(1.0),
            ),
            // Neither told, nor at a known price.
            (
                vec![vec![words(0), vectors()], vec![words(1)]],
                None,
                false,
                true,
                AtLeast(3.0),
                AtLeast(6.0),
            ),
            (
                vec![vec![words(0), vectors()], vec![words(1)]],
                told,
                false,
                false,
                AtLeast(3.0),
                AtLeast(6.0),
            ),
            (
                vec![vec![words(0), vectors()], vec![words(1), vectors()]],
                None,
                true,
                false,
                Known(3.0),
                Known(6.0),
            ),
            // One alone.
            (
                vec![vec![words(0), vectors()]],
                told,
                false,
                true,
                Known(4.0),
                Known(4.0),
            ),
        ] {
            let all: Vec<&[Exchange]> = all.iter().map(Vec::as_slice).collect();
            let left = Left {
                own: all.first().unwrap(),
                all: &all,
                here,
                tokens,
            };
            let (words, vectors) = (price(), priced.then_some(&embedding));
            assert_eq!(left.own(Some(&words), vectors), Some(own), "{all:?}");
            assert_eq!(left.whole(Some(&words), vectors), Some(whole), "{all:?}");
        }
    }

    #[test]
    fn embeddings_are_paid_beside_words() {
        use Cost::{AtLeast, Known, Unknown};
        for (words, vectors, both) in [
            (Known(1.0), Known(2.0), Known(3.0)),
            (Known(1.0), Unknown, AtLeast(1.0)),
            (Unknown, Known(2.0), AtLeast(2.0)),
            (Unknown, Unknown, Unknown),
            (AtLeast(1.0), Known(2.0), AtLeast(3.0)),
            (AtLeast(1.0), Unknown, AtLeast(1.0)),
        ] {
            assert_eq!(words.and(vectors), both);
        }
        for (tokens, priced, cost) in [
            (Some(500_000), true, Known(1.0)),
            (Some(500_000), false, Unknown),
            (None, true, Unknown),
        ] {
            let price = price();
            assert_eq!(Cost::of_embeddings(tokens, priced.then_some(&price)), cost);
        }
        for (words, vectors, both) in [
            (Some(Known(1.0)), Some(Known(2.0)), Some(Known(3.0))),
            (Some(Known(1.0)), None, Some(Known(1.0))),
            (None, Some(Unknown), Some(Unknown)),
            (None, None, None),
        ] {
            assert_eq!(Cost::of_both(words, vectors), both);
        }
        // A reply of vectors tells no tokens, and is not counted among the words. What the page makes itself costs nothing.
        let words = used(Some(1_000_000), Some(100_000));
        for (other, paid) in [
            (embeds(Reply::Vectors(vec![vec![1.0]])), true),
            (embeds(Reply::None(NoReply::Cancelled)), true),
            (embeds(failed(FailureKind::Timeout, 1).reply), true),
            (embeds(failed(FailureKind::Unauthorized, 1).reply), false),
            (embeds(Reply::None(NoReply::Unanswerable)), false),
            (exchange(Reply::Tokens(Vec::new())), false),
            (exchange(Reply::None(NoReply::RanOut)), false),
        ] {
            let trace = [words.clone(), other];
            assert_eq!(paid_embeddings(&trace), paid, "{trace:?}");
            let calls = paid_calls([&trace[..]]);
            assert_eq!(Cost::of_calls(&calls, Some(&price())), Some(Known(3.0)));
        }
    }
}
