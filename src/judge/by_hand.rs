//! The judge who copies a prompt into any chat and pastes the reply. The screen shows what [`ByHand::waiting`]
//! holds and calls [`ByHand::paste`]; to the driver this is a judge like the others.

use std::cell::RefCell;
use std::rc::Rc;

use futures::channel::oneshot;

use super::{Judge, JudgeIdentity, JudgeKind};
use crate::evaluation::{Ask, NoReply, Reply};

/// See the module. Clones share the same waiting ask.
#[derive(Clone, Default)]
pub struct ByHand {
    waiting: Rc<RefCell<Option<Waiting>>>,
    /// What the person says answered, such as "ChatGPT"; may be empty.
    pub name: String,
}

struct Waiting {
    ask: Ask,
    sender: oneshot::Sender<Reply>,
}

impl ByHand {
    /// A person, with the name of the chat that they use (may be empty).
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            waiting: Rc::default(),
            name: name.into(),
        }
    }

    /// The ask that waits for a paste.
    pub fn waiting(&self) -> Option<Ask> {
        self.waiting.borrow().as_ref().map(|waiting| waiting.ask.clone())
    }

    /// Gives the pasted text as the reply to the waiting ask. False when none waits.
    pub fn paste(&self, text: &str) -> bool {
        self.answer(Reply::text(text))
    }

    /// Leaves the waiting ask without a reply (a re-ask that the person skips). False when none waits.
    pub fn skip(&self) -> bool {
        self.answer(Reply::None(NoReply::RanOut))
    }

    fn answer(&self, reply: Reply) -> bool {
        let waiting = self.waiting.borrow_mut().take();
        waiting.is_some_and(|waiting| waiting.sender.send(reply).is_ok())
    }
}

impl Judge for ByHand {
    async fn reply(&self, ask: &Ask) -> Reply {
        let (sender, receiver) = oneshot::channel();
        *self.waiting.borrow_mut() = Some(Waiting {
            ask: ask.clone(),
            sender,
        });
        receiver.await.unwrap_or(Reply::None(NoReply::Cancelled))
    }

    fn identity(&self) -> JudgeIdentity {
        JudgeIdentity {
            kind: JudgeKind::ByHand,
            provider: String::new(),
            model: self.name.clone(),
            parameters: Vec::new(),
        }
    }
}
