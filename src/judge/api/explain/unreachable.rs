//! What a network error may mean, by where the server is, how the page came, and what a closer look has shown.

use super::{Advice, Line, PageContext, Permission, Server, of};
use crate::evaluation::CallFailure;
use crate::i18n::Failures;
use crate::judge::key::{Origin, Reach};

/// What a network error may mean here. Which causes are told, and in which order, hangs on what was seen.
struct Clues<'a> {
    page: &'a PageContext,
    server: &'a Server,
    /// It was called over https.
    secure: bool,
    /// The page came over https and the server has plain http.
    mixed: bool,
    /// Nothing may be there: no answer was seen.
    silent: bool,
    /// It may be there and refuse: no silence was seen.
    there: bool,
    /// It was called once more and gave neither an answer nor an error in time: something most likely took that call, for
    /// where nobody listens it fails at once.
    late: bool,
    /// A key may have been sent.
    keyed: bool,
}

pub(super) fn unreachable(failure: &CallFailure, page: &PageContext, server: &Server) -> Advice {
    // A call is sent again only to a server that has answered in this tab.
    let answered = failure.attempts > 1;
    let clues = Clues {
        page,
        server,
        secure: failure.secure,
        mixed: page.https && !failure.secure,
        silent: page.seen.answers != Some(true),
        there: page.seen.answers != Some(false),
        late: page.seen.answers.is_none() && page.seen.late,
        keyed: page.seen.keyed != Some(false),
    };
    let mut advice = of(|f| f.unreachable, &[], &[]);
    if answered {
        unreachable_now(&clues, &mut advice);
        return advice;
    }
    if server.unspecified && clues.silent {
        advice.cause(true, |f| f.cause_unspecified);
        advice.next(true, |f| f.next_loopback);
        advice.next(true, server.start());
        return advice;
    }
    match server.reach {
        Reach::Public => unreachable_host(&clues, &mut advice),
        Reach::Loopback | Reach::Lan => unreachable_local(&clues, &mut advice),
    }
    advice
}

/// It has answered this page before: the page may call it, over this address. What is new is on the way, at the server,
/// or the key; and a refusal may be hidden even where replies are not. A server that still answers was not cut off.
fn unreachable_now(clues: &Clues, advice: &mut Advice) {
    let Clues {
        server,
        silent,
        there,
        keyed,
        ..
    } = *clues;
    let near = server.is_near();
    let hides = server.known.is_none_or(|known| known.hides_wrong_key);
    let key = there && keyed && hides;
    // Of a redirect that leads nowhere a look sees silence, unless pages may read it.
    let redirects = there || server.known.is_none();
    let first = clues.page.seen.redirects;
    advice.cause(first, |f| f.cause_redirect);
    advice.next(first, |f| f.next_redirect);
    advice.cause(silent, |f| f.cause_connection);
    advice.cause(silent && near, |f| f.cause_local_crash);
    advice.cause(key, |f| f.cause_hidden_key);
    advice.cause(there && hides, |f| f.cause_hidden_refusal);
    advice.cause(redirects && !first, |f| f.cause_redirect);
    advice.cause(!silent, |f| f.cause_connection);
    advice.cause(!silent && near, |f| f.cause_local_crash);
    // It may have been started anew, without leave for this page.
    let anew = there && (near || server.known.is_none());
    advice.cause(anew && near, |f| f.cause_page_refused);
    advice.cause(anew && !near, |f| f.cause_cors);
    advice.cause(!near, |f| f.cause_blocker);
    advice.next(silent, |f| f.next_again);
    advice.next(silent && near, |f| f.next_server_log);
    advice.next(key, |f| f.next_copy_key);
    advice.next(there && server.known.is_some() && hides, |f| f.next_billing);
    advice.next(server.known.is_none() && !first, |f| f.next_redirect);
    advice.next(!silent, |f| f.next_again);
    advice.next(!silent && near, |f| f.next_server_log);
    advice.next(anew, server.allow_page(clues.page));
    advice.next(!near, |f| f.next_unblock);
    advice.next(!near, |f| f.next_by_hand);
}

fn unreachable_host(clues: &Clues, advice: &mut Advice) {
    let Clues {
        server,
        secure,
        mixed,
        silent,
        there,
        late,
        keyed,
        ..
    } = *clues;
    let blocked = mixed && silent;
    advice.cause(blocked, |f| f.cause_mixed);
    advice.next(blocked, |f| f.next_https);
    // At the usual port of https there is hardly ever anything else.
    let plain = secure && silent && server.port != 443;
    let https = !secure && !blocked;
    let redirects = clues.page.seen.redirects;
    advice.cause(redirects, |f| f.cause_redirect);
    advice.next(redirects, |f| f.next_redirect);
    match server.known {
        Some(known) => {
            let hides = there && known.hides_wrong_key;
            advice.cause(https, |f| f.cause_https_alone);
            advice.next(https, |f| f.next_begin_https);
            advice.cause(hides && keyed, |f| f.cause_hidden_key);
            advice.next(hides && keyed, |f| f.next_copy_key);
            // It answers, so nothing on the way stops it; a key is the likelier cause.
            advice.cause(silent, |f| f.cause_blocker);
            advice.cause(silent, |f| f.cause_down);
            advice.cause(there && (hides || !keyed), |f| f.cause_cors);
            advice.cause(there && !hides && keyed, |f| f.cause_key_or_cors);
            advice.cause(!silent, |f| f.cause_blocker);
            advice.next(true, |f| f.next_unblock);
            advice.next(there && !hides && keyed, |f| f.next_copy_key);
        }
        None => {
            advice.cause(silent && !late, |f| f.cause_misspelt);
            advice.cause(plain, |f| f.cause_plain_http);
            advice.cause(there, |f| f.cause_cors);
            advice.cause(there && keyed, |f| f.cause_hidden_key);
            advice.cause(silent && late, |f| f.cause_misspelt);
            advice.cause(https, |f| f.cause_https_alone);
            advice.cause(there && !redirects, |f| f.cause_redirect);
            advice.cause(true, |f| f.cause_dropped);
            advice.cause(true, |f| f.cause_blocker);
            advice.next(true, |f| f.next_check_url);
            advice.next(plain, |f| f.next_plain_http);
            advice.next(https, |f| f.next_begin_https);
            // By its port alone a server far away is not known.
            let allow = if server.named {
                server.allow_page(clues.page)
            } else {
                |f: &Failures| f.next_allow_page
            };
            advice.next(there, allow);
            advice.next(there && keyed, |f| f.next_copy_key);
            advice.next(there && !redirects, |f| f.next_redirect);
        }
    }
    advice.next.push(|f| f.next_by_hand);
}

/// A server on this machine or in the local network: much is alike, the words for "nobody is there" differ.
fn unreachable_local(clues: &Clues, advice: &mut Advice) {
    let Clues {
        page,
        server,
        secure,
        mixed,
        silent,
        there,
        late,
        keyed,
        ..
    } = *clues;
    let here = server.reach == Reach::Loopback;
    let (nobody, start): (Line, Line) = if here {
        (|f| f.cause_not_running, server.start())
    } else {
        (|f| f.cause_not_listening, |f| f.next_listen)
    };
    let page_is_here = page
        .origin
        .parse::<Origin>()
        .is_ok_and(|origin| origin.reach() == Reach::Loopback);
    // A page from this machine needs no permission for this machine, whatever the browser says of it.
    let may_ask = silent && !(here && page_is_here);
    let denied = may_ask && page.seen.permission == Permission::Denied;
    let asks = may_ask && !denied && page.seen.permission != Permission::Granted;
    // Elsewhere in the network plain http is blocked for every page over https, on this machine by Safari alone.
    let blocked = mixed && silent;
    // Servers that are near seldom have a certificate.
    let plain = secure && silent;
    // Some that want a key refuse a call without one in a way that the browser hides; Ollama wants none.
    let lacks_key = there && !keyed && !server.is_ollama();
    let redirects = page.seen.redirects;
    advice.cause(redirects, |f| f.cause_redirect);
    advice.next(redirects, |f| f.next_redirect);
    advice.cause(denied, |f| f.cause_permission_denied);
    advice.cause(blocked && !here, |f| f.cause_mixed);
    advice.cause(plain, |f| f.cause_plain_http);
    advice.cause(silent && !late, nobody);
    // Which of these it is the browser does not tell; a server with a key may hide that the key is wrong.
    advice.cause(there, |f| f.cause_page_refused);
    advice.cause(there && keyed, |f| f.cause_hidden_key);
    advice.cause(silent && late, nobody);
    advice.cause(asks, |f| f.cause_permission);
    advice.cause(blocked && here, |f| f.cause_safari);
    advice.cause(silent && !here, |f| f.cause_misspelt);
    advice.cause(lacks_key, |f| f.cause_local_key);
    advice.cause(there && !redirects, |f| f.cause_redirect);
    // To a page it looks the same whether nothing is there or whether it hangs up.
    advice.cause(true, |f| f.cause_dropped);
    advice.next(denied, |f| f.next_permission);
    advice.next(blocked && !here, |f| f.next_run_here);
    advice.next(plain, |f| f.next_plain_http);
    advice.next(silent && !late, start);
    // Where nothing answered, there is nothing yet that could refuse a page.
    advice.next(there, server.allow_page(page));
    advice.next(there && keyed, |f| f.next_copy_key);
    advice.next(silent && late, start);
    advice.next(lacks_key, |f| f.next_key_if_wanted);
    advice.next(there && !redirects, |f| f.next_redirect);
    advice.next(asks, |f| f.next_permission);
    advice.next(here && (blocked || may_ask), |f| f.next_run_here);
}
