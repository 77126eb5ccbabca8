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
    /// It may be there and refuse: no silence was seen.
    there: bool,
}

pub(super) fn unreachable(failure: &CallFailure, page: &PageContext, server: &Server) -> Advice {
    let clues = Clues {
        page,
        server,
        mixed: page.https && !failure.secure,
        silent: page.seen.answers != Some(true),
        there: page.seen.answers != Some(false),
    };
    let mut advice = of(|f| f.unreachable, &[], &[]);
    match server.reach {
        Reach::Public => unreachable_host(&clues, &mut advice),
        Reach::Loopback => unreachable_here(&clues, &mut advice),
        Reach::Lan => unreachable_near(&clues, &mut advice),
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

fn unreachable_here(clues: &Clues, advice: &mut Advice) {
    let Clues {
        page,
        server,
        mixed,
        silent,
        there,
    } = *clues;
    let page_is_here = page
        .origin
        .parse::<Origin>()
        .is_ok_and(|origin| origin.reach() == Reach::Loopback);
    // A page from this machine needs no permission for this machine, whatever the browser says of it.
    let denied = !page_is_here && silent && page.seen.permission == Permission::Denied;
    let asks = !page_is_here && silent && !denied && page.seen.permission != Permission::Granted;
    advice.cause(denied, |f| f.cause_permission_denied);
    advice.next(denied, |f| f.next_permission);
    // Which of these it is the browser does not tell; a server with a key may hide that the key is wrong.
    advice.cause(silent, |f| f.cause_not_running);
    advice.cause(there, |f| f.cause_page_refused);
    advice.cause(there, |f| f.cause_hidden_key);
    advice.next(silent, |f| f.next_start);
    advice.next(true, server.allow_page(page));
    advice.next(there, |f| f.next_copy_key);
    advice.cause(asks, |f| f.cause_permission);
    advice.next(asks, |f| f.next_permission);
    advice.cause(mixed && silent, |f| f.cause_safari);
    advice.cause(there, |f| f.cause_redirect);
    advice.next(silent && (mixed || !page_is_here), |f| f.next_run_here);
}

fn unreachable_near(clues: &Clues, advice: &mut Advice) {
    let Clues {
        page,
        server,
        mixed,
        silent,
        there,
    } = *clues;
    let denied = silent && page.seen.permission == Permission::Denied;
    let asks = silent && !denied && page.seen.permission != Permission::Granted;
    advice.cause(denied, |f| f.cause_permission_denied);
    advice.next(denied, |f| f.next_permission);
    advice.cause(mixed && silent, |f| f.cause_mixed);
    advice.cause(silent, |f| f.cause_not_listening);
    advice.cause(there, |f| f.cause_page_refused);
    advice.cause(asks, |f| f.cause_permission);
    advice.cause(silent, |f| f.cause_misspelt);
    advice.cause(there, |f| f.cause_hidden_key);
    advice.cause(there, |f| f.cause_redirect);
    advice.next(mixed && silent, |f| f.next_run_here);
    advice.next(silent, |f| f.next_listen);
    advice.next(true, server.allow_page(page));
    advice.next(asks, |f| f.next_permission);
    advice.next(!silent, |f| f.next_copy_key);
}
