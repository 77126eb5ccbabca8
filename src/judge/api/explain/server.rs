//! What an explanation knows of the server that was called: where it is, and which program most likely runs there, with
//! the commands that start it and that let a page in.

use super::{Line, PageContext, System};
use crate::evaluation::CallFailure;
use crate::judge::api::provider::Provider;
use crate::judge::key::{Origin, Reach};

/// What can be told of a server by its address, and by the preset that is chosen for it.
pub(super) struct Server {
    /// Where it is.
    pub reach: Reach,
    /// Its port.
    pub port: u16,
    /// The program that most likely runs there.
    program: Option<Program>,
    /// The user chose its preset, so that it is known whatever the port.
    pub named: bool,
    /// The hosted preset at this address.
    pub known: Option<&'static Provider>,
    /// No browser calls this address.
    pub unspecified: bool,
}

impl Server {
    pub fn of(failure: &CallFailure, page: &PageContext) -> Self {
        let scheme = if failure.secure { "https" } else { "http" };
        let origin = format!("{scheme}://{}", failure.host).parse::<Origin>().ok();
        let port = origin.as_ref().map_or(443, Origin::port);
        let chosen = Program::ALL
            .into_iter()
            .find(|program| program.id() == page.preset);
        let usual = || Program::ALL.into_iter().find(|program| program.port() == port);
        Self {
            reach: origin.as_ref().map_or(Reach::Public, Origin::reach),
            port,
            program: chosen.or_else(usual),
            named: chosen.is_some(),
            known: origin.as_ref().and_then(Provider::at),
            unspecified: origin.as_ref().is_some_and(Origin::is_unspecified),
        }
    }

    pub fn is_near(&self) -> bool {
        self.reach != Reach::Public
    }

    pub fn is_ollama(&self) -> bool {
        self.is_near() && self.program == Some(Program::Ollama)
    }

    /// What a command says of the port: nothing where it is the program's usual one.
    pub fn port_option(&self) -> String {
        match self.program {
            Some(program) if program.port() == self.port => String::new(),
            _ => format!(" --port {}", self.port),
        }
    }

    /// The same for Ollama, which is told by a variable. Where a server on another machine listens is not known here.
    pub fn ollama_variable(&self) -> String {
        if self.port == Program::Ollama.port() || self.reach != Reach::Loopback {
            return String::new();
        }
        format!("OLLAMA_HOST=127.0.0.1:{} ", self.port)
    }

    /// What lets it listen on the network, at the port at which it is called.
    pub fn listens_at(&self) -> String {
        match self.program {
            Some(Program::Ollama) if self.port != Program::Ollama.port() => format!("0.0.0.0:{}", self.port),
            _ => "0.0.0.0".to_owned(),
        }
    }

    /// How this server is started.
    pub fn start(&self) -> Line {
        match self.program {
            Some(Program::Ollama) if !self.ollama_variable().is_empty() => |f| f.next_start_ollama_at,
            Some(Program::Ollama) => |f| f.next_start_ollama,
            Some(Program::LmStudio) => |f| f.next_start_lm_studio,
            Some(Program::LlamaCpp) => |f| f.next_start_llama_cpp,
            Some(Program::Vllm) => |f| f.next_start_vllm,
            Some(Program::LiteLlm) => |f| f.next_start_litellm,
            Some(Program::Jan) => |f| f.next_start_jan,
            None => |f| f.next_start,
        }
    }

    /// How this server is told to answer pages, by the system that it most likely runs on.
    pub fn allow_page(&self, page: &PageContext) -> Line {
        let system = match self.reach {
            Reach::Loopback => page.system,
            // Another machine: who knows.
            Reach::Lan | Reach::Public => System::Other,
        };
        match (self.program, system) {
            (Some(Program::Ollama), System::Mac) => |f| f.next_ollama_mac,
            (Some(Program::Ollama), System::Windows) => |f| f.next_ollama_windows,
            (Some(Program::Ollama), System::Linux) => |f| f.next_ollama_linux,
            (Some(Program::Ollama), System::Other) => |f| f.next_ollama,
            (Some(Program::LmStudio), _) => |f| f.next_lm_studio,
            (Some(Program::LlamaCpp), _) => |f| f.next_llama_cpp,
            (Some(Program::Vllm), _) => |f| f.next_vllm,
            (Some(Program::LiteLlm), System::Windows) => |f| f.next_litellm_windows,
            (Some(Program::LiteLlm), _) => |f| f.next_litellm,
            (Some(Program::Jan), _) => |f| f.next_jan,
            (None, _) => |f| f.next_allow_page,
        }
    }
}

/// Programs that serve models on one's own machine, whose commands are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    Ollama,
    LmStudio,
    LlamaCpp,
    Vllm,
    LiteLlm,
    Jan,
}

impl Program {
    const ALL: [Self; 6] = [
        Self::Ollama,
        Self::LmStudio,
        Self::LlamaCpp,
        Self::Vllm,
        Self::LiteLlm,
        Self::Jan,
    ];

    /// The id of its preset.
    fn id(self) -> &'static str {
        match self {
            Self::Ollama => "ollama",
            Self::LmStudio => "lm-studio",
            Self::LlamaCpp => "llama-cpp",
            Self::Vllm => "vllm",
            Self::LiteLlm => "litellm",
            Self::Jan => "jan",
        }
    }

    /// The port at which it listens unless it is told another.
    fn port(self) -> u16 {
        match self {
            Self::Ollama => 11434,
            Self::LmStudio => 1234,
            Self::LlamaCpp => 8080,
            Self::Vllm => 8000,
            Self::LiteLlm => 4000,
            Self::Jan => 1337,
        }
    }
}
