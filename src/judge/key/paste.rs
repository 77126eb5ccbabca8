//! A key as people paste it: wrapped, in quotes, with the name that it has in a header, a shell, a file or a program, in
//! a `curl` command, or as a parameter of an address. What it is bound to and how it is shown is [`super`]'s matter.

use super::KeyError;

/// How keys of well-known providers begin.
const BEGINNINGS: &[&str] = &[
    "sk-", "sk_", "pk-", "aiza", "gsk_", "xai-", "hf_", "r8_", "nvapi-", "pplx-", "csk-", "fw_",
];

/// The last words of parameters of an address, and of names of fields, that carry a key.
const PARAMETERS: &[&str] = &["key", "apikey", "token", "secret", "password"];
/// The same where the words before them are not told apart.
const COMPOUNDS: &[&str] = &[
    "apikey",
    "accesskey",
    "authkey",
    "secretkey",
    "subscriptionkey",
    "apitoken",
    "authtoken",
    "accesstoken",
    "clientsecret",
];

/// Words that stand before a name or a key and are neither.
const WORDS: &[&str] = &[
    "bearer", "token", "api-key", "apikey", "export", "setx", "set", "-x", "-gx", "-ux", "let", "const",
    "var", "-h", "--header",
];

/// What stands before what is no key, where `Bearer` stands before one.
const OTHER_SIGN_INS: &[&str] = &["Basic", "Digest", "Negotiate", "NTLM", "AWS4-HMAC-SHA256"];

/// Whether a text begins as keys of well-known providers do.
pub fn begins_like_key(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    BEGINNINGS.iter().any(|begin| lower.starts_with(begin))
}

/// Whether a parameter of an address carries a key: `api_key`, `x-api-key`, `authToken`. Not `monkey`.
pub fn is_key_parameter(name: &str) -> bool {
    let whole = letters(name);
    let last = name
        .rsplit(|c: char| !c.is_ascii_alphanumeric())
        .find(|word| !word.is_empty());
    PARAMETERS.contains(&letters(last.unwrap_or_default()).as_str())
        || COMPOUNDS.iter().any(|end| whole.ends_with(end))
}

/// The text of the key in what was pasted.
///
/// # Errors
/// See [`KeyError`].
pub(super) fn key_text(pasted: &str) -> Result<String, KeyError> {
    let visible: String = pasted.chars().filter(|c| !is_zero_width(*c)).collect();
    let visible = visible.trim();
    if let Some(key) = in_command(visible).or_else(|| in_json(visible)) {
        return checked(&key);
    }
    let bare = peeled(visible);
    if let Some(key) = in_address(bare) {
        return checked(&key);
    }
    if bare.contains("://") {
        return Err(KeyError::Address);
    }
    checked(bare)
}

/// A piece of a key that was wrapped is at least so long.
const WRAPPED: usize = 24;

/// What is left must be one key that can stand in a header.
fn checked(bare: &str) -> Result<String, KeyError> {
    let bare = peeled(bare);
    let words: Vec<&str> = bare.split_whitespace().collect();
    if let [first, _, ..] = words.as_slice()
        && let Some(scheme) = OTHER_SIGN_INS
            .iter()
            .find(|other| first.eq_ignore_ascii_case(other))
    {
        return Err(KeyError::Scheme(scheme));
    }
    let key = match words.as_slice() {
        // A key wrapped by a mail or a terminal comes in two pieces; a sentence in more.
        [name, key] if begins_like_key(key) => {
            if begins_like_key(name) {
                return Err(KeyError::Words(2));
            }
            (*key).to_owned()
        }
        [] | [_] | [_, _] => words.concat(),
        // A long one in more, all but the last of them long: no sentence is like that.
        [wrapped @ .., _]
            if wrapped.iter().all(|piece| piece.len() >= WRAPPED)
                && words.iter().skip(1).all(|piece| !begins_like_key(piece)) =>
        {
            words.concat()
        }
        more => return Err(KeyError::Words(more.len())),
    };
    if key.is_empty() {
        return Err(KeyError::Empty);
    }
    if key.contains(['•', '…', '●', '∙']) || key.contains("...") || key.contains("***") {
        return Err(KeyError::Masked);
    }
    if is_placeholder(&key) {
        return Err(KeyError::Placeholder);
    }
    // A quote in the midst is left of a file or a program.
    match key
        .chars()
        .enumerate()
        .find(|(_, c)| !c.is_ascii_graphic() || *c == '"')
    {
        Some((at, character)) => Err(KeyError::Character {
            character,
            position: at + 1,
        }),
        None => Ok(key),
    }
}

fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{00AD}')
}

fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '「' | '」' | '＂'
    )
}

/// Peels names, `Bearer`, quotes and brackets off, in whatever order they stand around each other.
fn peeled(text: &str) -> &str {
    let mut bare = text;
    loop {
        let before = bare;
        bare = bare.trim().trim_matches(is_quote);
        bare = bare.trim_end_matches([',', ';', '，', '；', '。', '、']);
        for (open, close) in [('<', '>'), ('{', '}'), ('(', ')'), ('[', ']')] {
            if let Some(inner) = bare.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
                bare = inner;
            } else if let Some(inner) = bare.strip_suffix(close)
                && inner.ends_with(is_quote)
                && !inner.contains(open)
            {
                bare = inner;
            }
        }
        bare = without_word(bare);
        bare = without_name(bare);
        if bare == before {
            return bare;
        }
    }
}

fn without_word(text: &str) -> &str {
    for word in WORDS {
        if let Some(rest) = strip_prefix_ignoring_case(text, word)
            && (rest.is_empty() || rest.starts_with(char::is_whitespace))
        {
            return rest;
        }
    }
    text
}

/// Takes `Authorization: …`, `"x-api-key": …`, `$env:OPENAI_API_KEY = …`, `OpenAI(api_key=…`, `API 金鑰：…` off the
/// front, and the name after `setx`.
fn without_name(text: &str) -> &str {
    let line = strip_prefix_ignoring_case(text, "$env:").unwrap_or(text);
    if let Some((name, rest)) = line.split_once(char::is_whitespace)
        && is_variable(name)
        && !rest.trim_start().starts_with([':', '='])
    {
        return rest;
    }
    let mut delimiters = line.char_indices().filter(|(_, c)| ":=：＝".contains(*c));
    delimiters
        .find_map(|(at, delimiter)| behind_name(line, at, delimiter))
        .unwrap_or(text)
}

/// What stands behind the delimiter at `at`, if the name of a key stands before it.
fn behind_name(line: &str, at: usize, delimiter: char) -> Option<&str> {
    let (before, after) = line.split_at_checked(at)?;
    let rest = after.get(delimiter.len_utf8()..)?;
    // `=>`, `:=`
    let rest = rest.strip_prefix(['>', '=']).unwrap_or(rest);
    let name = before
        .trim()
        .trim_end_matches([']', ')'])
        .trim_matches(is_quote)
        .rsplit(['.', '[', '(', '{', ',', '$', '"', '\''])
        .next()
        .unwrap_or_default();
    // A word that a key may hold as well is a name only where something shows that it is one.
    let shown = rest.trim().is_empty()
        || rest.starts_with(|c: char| c.is_whitespace() || is_quote(c))
        || "：＝".contains(delimiter)
        || begins_like_key(rest);
    match name_kind(name)? {
        Name::Sure => Some(rest),
        Name::Word => shown.then_some(rest),
    }
}

/// Whether a text is the name of a key.
enum Name {
    /// `Authorization`, `OPENAI_API_KEY`, `apiKey`.
    Sure,
    /// `key`, `token`: begins a key as well as a line.
    Word,
}

fn name_kind(name: &str) -> Option<Name> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == ' ';
    if name.chars().any(|c| c == '鑰' || c == '钥') && name.chars().count() <= 24 {
        return Some(Name::Sure);
    }
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let letters = letters(name);
    let letters = letters.trim_end_matches(|c: char| c.is_ascii_digit());
    if ["authorization", "proxyauthorization", "bearer", "apikey"].contains(&letters) {
        return Some(Name::Sure);
    }
    let ends = ["key", "token", "secret"]
        .iter()
        .any(|end| letters.ends_with(end));
    let compound = name.contains(['_', '-', ' '])
        || [
            "apikey",
            "accesskey",
            "secretkey",
            "apitoken",
            "accesstoken",
            "authtoken",
        ]
        .iter()
        .any(|end| letters.ends_with(end));
    // `sk-proj-…` and its like may end in anything; `HF_TOKEN` is no key.
    let like_key = begins_like_key(name) && name.contains(|c: char| c.is_ascii_lowercase());
    match (ends && !like_key, compound) {
        (true, true) => Some(Name::Sure),
        (true, false) if letters.len() <= 6 => Some(Name::Word),
        _ => None,
    }
}

/// `OPENAI_API_KEY`
fn is_variable(name: &str) -> bool {
    name.contains('_')
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        && matches!(name_kind(name), Some(Name::Sure))
}

/// `$OPENAI_API_KEY`, `process.env.OPENAI_API_KEY`, `YOUR_API_KEY`, `sk-xxxxxxxx`: what stands for a key.
fn is_placeholder(key: &str) -> bool {
    let lower = key.to_ascii_lowercase();
    let variable = key.trim_matches(['$', '%', '{', '}', '(', ')']);
    let inner = variable.rsplit([':', '.']).next().unwrap_or_default();
    is_variable(inner) && (variable != key || inner != variable || inner.ends_with("_API_KEY"))
        || lower.contains("xxxxxx")
        || (lower.contains("your") && ["key", "token"].iter().any(|word| lower.contains(word)))
}

/// The key in the headers or the address of a `curl` command.
fn in_command(text: &str) -> Option<String> {
    let is_command = text
        .split_whitespace()
        .any(|word| ["curl", "-H", "--header"].contains(&word));
    if !is_command {
        return None;
    }
    let headers = text.split(['"', '\'']).filter_map(|piece| piece.split_once(':'));
    let mut values = headers
        .filter(|(name, _)| letters(name) == "authorization" || is_key_parameter(name))
        // What marks a request as one that was sent before.
        .filter(|(name, _)| letters(name) != "idempotencykey")
        .map(|(_, value)| value.to_owned());
    values
        .next()
        .or_else(|| text.split_whitespace().find_map(|word| in_address(peeled(word))))
}

/// The key in an object, wherever it stands in it.
fn in_json(text: &str) -> Option<String> {
    fn find(value: &serde_json::Value) -> Option<String> {
        match value {
            serde_json::Value::Object(fields) => fields.iter().find_map(|(name, value)| match value {
                serde_json::Value::String(key) => name_kind(name).map(|_| key.clone()),
                inner => find(inner),
            }),
            serde_json::Value::Array(items) => items.iter().find_map(find),
            _ => None,
        }
    }
    if !text.starts_with('{') {
        return None;
    }
    find(&serde_json::from_str(text).ok()?)
}

/// The key among the parameters of an address.
fn in_address(text: &str) -> Option<String> {
    let is_address =
        text.contains("://") || text.starts_with('?') || (text.contains('/') && text.contains('?'));
    if !is_address {
        return None;
    }
    let (_, query) = text.split_once('?')?;
    query.split(['&', '#']).find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        (is_key_parameter(name) && !value.is_empty()).then(|| decoded(value))
    })
}

/// Without percent-encoding, where that is of ASCII.
fn decoded(value: &str) -> String {
    let mut pieces = value.split('%');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                out.push(char::from(code));
                out.push_str(piece.get(2..).unwrap_or_default());
            }
            None => {
                out.push('%');
                out.push_str(piece);
            }
        }
    }
    out
}

/// A name in small letters, without what separates its words.
fn letters(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

fn strip_prefix_ignoring_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix)
        .then(|| text.get(prefix.len()..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_found_in_what_stands_around_it() {
        for pasted in [
            "sk-abc-123",
            "  sk-abc-123\n",
            "\"sk-abc-123\"",
            "“sk-abc-123”",
            "'sk-abc-123',",
            "<sk-abc-123>",
            "sk-abc-123。",
            "Bearer sk-abc-123",
            "bearer\u{a0}sk-abc-123",
            "Bearer: sk-abc-123",
            "Authorization: Bearer sk-abc-123",
            "\"Authorization\": \"Bearer sk-abc-123\",",
            "-H \"Authorization: Bearer sk-abc-123\"",
            "--header 'x-api-key: sk-abc-123'",
            "curl https://a.example/v1/models -H \"Authorization: Bearer sk-abc-123\"",
            "curl https://a.example/v1/messages \\\n  --header \"x-api-key: sk-abc-123\" \\\n  --header \"anthropic-version: 2023-06-01\"",
            "curl 'https://a.example/v1beta/models?key=sk-abc-123'",
            "curl https://a.example/v1 -H 'Idempotency-Key: 7' -H 'X-Auth-Token: sk-abc-123'",
            "x-api-key: sk-abc-123",
            "Ocp-Apim-Subscription-Key: sk-abc-123",
            "export OPENAI_API_KEY=\"sk-abc-123\"",
            "set OPENAI_API_KEY=sk-abc-123",
            "setx OPENAI_API_KEY \"sk-abc-123\"",
            "set -gx OPENAI_API_KEY sk-abc-123",
            "$env:OPENAI_API_KEY=\"sk-abc-123\"",
            "$Env:OPENAI_API_KEY = 'sk-abc-123'",
            "GEMINI_API_KEY=sk-abc-123;",
            "HF_TOKEN=sk-abc-123",
            "OPENAI_API_KEY_2 = sk-abc-123",
            "OPENAI_API_KEY: sk-abc-123",
            "os.environ[\"OPENAI_API_KEY\"] = \"sk-abc-123\"",
            "process.env.OPENAI_API_KEY = 'sk-abc-123';",
            "const apiKey = \"sk-abc-123\";",
            "client = OpenAI(api_key=\"sk-abc-123\")",
            "'api_key' => 'sk-abc-123',",
            "{\"api_key\":\"sk-abc-123\"}",
            "{\"name\":\"x\",\"headers\":{\"Authorization\":\"Bearer sk-abc-123\"}}",
            "{apiKey: 'sk-abc-123'}",
            "key: sk-abc-123",
            "key=sk-abc-123",
            "token: sk-abc-123",
            "Key sk-abc-123",
            "API key: sk-abc-123",
            "API 金鑰：sk-abc-123",
            "金鑰: sk-abc-123",
            "https://a.example/v1beta/models/g:generateContent?key=sk-abc-123",
            "https://a.example/v1?alt=sse&api_key=sk%2Dabc%2D123#x",
            "a.example/v1?key=sk-abc-123",
            "?key=sk-abc-123",
            "\u{feff}sk-abc\u{200b}-123\u{a0}",
            "sk-abc-\r\n  123",
            "「sk-abc-123」",
        ] {
            assert_eq!(key_text(pasted).as_deref(), Ok("sk-abc-123"), "{pasted:?}");
        }
    }

    #[test]
    fn a_key_may_be_wrapped_more_than_once() {
        let pieces = [
            "sk-proj-0123456789abcdefghijklmn",
            "0123456789abcdefghijklmnopqrstuv",
        ];
        for (pasted, key) in [
            (
                format!("{}\n{}\nend", pieces[0], pieces[1]),
                Ok(format!("{}{}end", pieces[0], pieces[1])),
            ),
            (
                format!("Bearer {}\r\n  {}\r\n  {}", pieces[0], pieces[1], pieces[1]),
                Ok(format!("{}{}{}", pieces[0], pieces[1], pieces[1])),
            ),
            // Two keys, and another word behind one.
            (
                format!("{}\n{}\n{}", pieces[0], pieces[1], pieces[0]),
                Err(KeyError::Words(3)),
            ),
            (format!("{} is mine", pieces[0]), Err(KeyError::Words(3))),
        ] {
            assert_eq!(key_text(&pasted), key, "{pasted}");
        }
    }

    #[test]
    fn names_of_parameters_that_carry_a_key() {
        for (name, carries) in [
            ("key", true),
            ("KEY", true),
            ("api-key", true),
            ("apiKey", true),
            ("x-goog-api-key", true),
            ("Ocp-Apim-Subscription-Key", true),
            ("auth_token", true),
            ("authToken", true),
            ("client_secret", true),
            ("password", true),
            ("monkey", false),
            ("tokens", false),
            ("max_tokens", false),
            ("api-version", false),
            ("", false),
        ] {
            assert_eq!(is_key_parameter(name), carries, "{name}");
        }
    }

    #[test]
    fn what_a_key_holds_is_kept() {
        for key in [
            "sk=ab:cd",
            "a+b/c==",
            "fw_3Z:x",
            "key=with=equals",
            "token:abc",
            "id.secret",
            "id.secret:more",
            "ollama",
            "EMPTY",
            "sk-proj-a_key=b",
            "a/b?c",
            "$ecret",
            "p{a}ss",
            "yourself",
            "no%41escape",
        ] {
            assert_eq!(key_text(key).as_deref(), Ok(key));
        }
    }

    #[test]
    fn what_is_no_key_says_why() {
        let character = |character, position| KeyError::Character { character, position };
        for (pasted, error) in [
            ("", KeyError::Empty),
            (" \u{200b}\u{a0} ", KeyError::Empty),
            ("\"\"", KeyError::Empty),
            ("Bearer", KeyError::Empty),
            ("Authorization: Bearer ", KeyError::Empty),
            ("OPENAI_API_KEY=", KeyError::Empty),
            ("export OPENAI_API_KEY=\"\"", KeyError::Empty),
            ("{\"api_key\":\"\"}", KeyError::Empty),
            ("key:", KeyError::Empty),
            ("sk-…abcd", KeyError::Masked),
            ("sk-...abcd", KeyError::Masked),
            ("••••abcd", KeyError::Masked),
            ("sk-****abcd", KeyError::Masked),
            ("OPENAI_API_KEY=sk-…abcd", KeyError::Masked),
            ("OPENAI_API_KEY", KeyError::Placeholder),
            ("$OPENAI_API_KEY", KeyError::Placeholder),
            ("Bearer ${OPENAI_API_KEY}", KeyError::Placeholder),
            ("%OPENAI_API_KEY%", KeyError::Placeholder),
            ("$env:HF_TOKEN", KeyError::Placeholder),
            ("process.env.HF_TOKEN", KeyError::Placeholder),
            (
                "curl https://a.example -H \"Authorization: Bearer $HF_TOKEN\"",
                KeyError::Placeholder,
            ),
            ("YOUR_API_KEY", KeyError::Placeholder),
            ("<your-api-key>", KeyError::Placeholder),
            ("sk-xxxxxxxxxxxx", KeyError::Placeholder),
            ("https://api.openai.com/v1", KeyError::Address),
            ("OPENAI_BASE_URL=https://a.example/v1?x=1", KeyError::Address),
            ("Basic dXNlcjpwYXNz", KeyError::Scheme("Basic")),
            ("authorization: basic dXNlcjpwYXNz", KeyError::Scheme("Basic")),
            (
                "curl https://a.example -H 'Authorization: Basic dXNlcjpwYXNz'",
                KeyError::Scheme("Basic"),
            ),
            ("Digest username=\"a\", realm=\"b\"", KeyError::Scheme("Digest")),
            ("my key is sk-abc", KeyError::Words(4)),
            ("sk-abc sk-def", KeyError::Words(2)),
            ("{\"type\":\"service_account\"}", character('"', 5)),
            ("sk-аbc", character('а', 4)),
            ("sk“abc", character('“', 3)),
            ("sk-\u{7}abc", character('\u{7}', 4)),
            ("ｓｋ－abc", character('ｓ', 1)),
            ("金鑰", character('金', 1)),
        ] {
            assert_eq!(key_text(pasted), Err(error), "{pasted:?}");
        }
    }
}
