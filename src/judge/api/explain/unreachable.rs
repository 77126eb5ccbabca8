//! What a network error may mean, by where the server is, how the page came, and what a closer look has shown.

use super::{Advice, Line, PageContext, Permission, Server, of};
use crate::evaluation::CallFailure;
use crate::judge::key::{Origin, Reach};

/// What a network error may mean here. Which causes are told, and in which order, hangs on what was seen.
struct Clues<'a> {
    page: &'a PageContext,
    server: &'a Server,
    /// The page came over https and the server has plain http.
    mixed: bool,
    /// Nothing may be there: no answer was seen.
    silent: bool,
    /// It may be there and refuse: no silence was seen, and it has not answered this page before.
    there: bool,
    /// It has answered this page before.
    answered: bool,
}

pub(super) fn unreachable(failure: &CallFailure, page: &PageContext, server: &Server) -> Advice {
    // A call is sent again only to a server that has answered in this tab.
    let answered = failure.attempts > 1;
    let clues = Clues {
        page,
        server,
        mixed: page.https && !failure.secure,
        silent: page.seen.answers != Some(true),
        there: page.seen.answers != Some(false) && !answered,
        answered,
    };
    let mut advice = of(|f| f.unreachable, &[], &[]);
    // A page that it has answered is allowed to call it: what is new is on the way, or at the server.
    advice.cause(answered, |f| f.cause_connection);
    advice.next(answered, |f| f.next_again);
    match server.reach {
        Reach::Public => unreachable_host(&clues, &mut advice),
        Reach::Loopback | Reach::Lan => unreachable_local(&clues, &mut advice),
    }
    advice
}

impl Advice {
    fn cause(&mut self, likely: bool, cause: Line) {
        if likely {
            self.causes.push(cause);
        }
    }

    fn next(&mut self, helps: bool, next: Line) {
        if helps {
            self.next.push(next);
        }
    }
}

fn unreachable_host(clues: &Clues, advice: &mut Advice) {
    let Clues {
        mixed, silent, there, ..
    } = *clues;
    advice.cause(mixed && silent, |f| f.cause_mixed);
    advice.next(mixed && silent, |f| f.next_https);
    match clues.server.known {
        Some(known) => {
            advice.cause(there && known.hides_wrong_key, |f| f.cause_hidden_key);
            advice.next(there && known.hides_wrong_key, |f| f.next_copy_key);
            // It answers, so nothing on the way stops it; a key is the likelier cause.
            advice.cause(silent, |f| f.cause_blocker);
            advice.cause(silent, |f| f.cause_down);
            advice.cause(there && known.hides_wrong_key, |f| f.cause_cors);
            advice.cause(there && !known.hides_wrong_key, |f| f.cause_key_or_cors);
            advice.cause(!silent, |f| f.cause_blocker);
            advice.next(true, |f| f.next_unblock);
            advice.next(there && !known.hides_wrong_key, |f| f.next_copy_key);
        }
        None => {
            advice.cause(silent, |f| f.cause_misspelt);
            advice.cause(there, |f| f.cause_cors);
            advice.cause(there, |f| f.cause_hidden_key);
            advice.cause(there, |f| f.cause_redirect);
            advice.cause(true, |f| f.cause_blocker);
            advice.next(true, |f| f.next_check_url);
            advice.next(there, |f| f.next_allow_page);
            advice.next(there, |f| f.next_copy_key);
        }
    }
    advice.next.push(|f| f.next_by_hand);
}

/// A server on this machine or in the local network: much is alike, the words for "nobody is there" differ.
fn unreachable_local(clues: &Clues, advice: &mut Advice) {
    let Clues {
        page,
        server,
        mixed,
        silent,
        there,
        answered,
    } = *clues;
    let here = server.reach == Reach::Loopback;
    let (nobody, start): (Line, Line) = if here {
        (|f| f.cause_not_running, |f| f.next_start)
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
    advice.cause(answered, |f| f.cause_local_crash);
    advice.cause(denied, |f| f.cause_permission_denied);
    advice.cause(blocked && !here, |f| f.cause_mixed);
    advice.cause(silent, nobody);
    // Which of these it is the browser does not tell; a server with a key may hide that the key is wrong.
    advice.cause(there, |f| f.cause_page_refused);
    advice.cause(there, |f| f.cause_hidden_key);
    advice.cause(asks, |f| f.cause_permission);
    advice.cause(blocked && here, |f| f.cause_safari);
    advice.cause(silent && !here, |f| f.cause_misspelt);
    advice.cause(there, |f| f.cause_redirect);
    advice.next(denied, |f| f.next_permission);
    advice.next(blocked && !here, |f| f.next_run_here);
    advice.next(silent, start);
    advice.next(!answered, server.allow_page(page));
    advice.next(there, |f| f.next_copy_key);
    advice.next(asks, |f| f.next_permission);
    advice.next(here && (blocked || may_ask), |f| f.next_run_here);
}
