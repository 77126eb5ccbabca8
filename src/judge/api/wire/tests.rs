//! Tables: requests as they are pinned, replies and errors in every shape that providers are known to send. A file for each.

mod errors;
mod replies;
mod requests;

use super::*;
use crate::judge::api::provider::Provider;

fn target(id: &str) -> Target {
    Target::preset(Provider::by_id(id).unwrap()).unwrap()
}

fn response(status: u16, body: &str) -> HttpResponse {
    HttpResponse {
        status,
        body: body.to_owned(),
        ..HttpResponse::default()
    }
}

/// The lines of a table in four columns, without those that say what follows.
fn columns(table: &'static str) -> impl Iterator<Item = [&'static str; 4]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut columns = line.splitn(4, '|').map(str::trim);
        [(); 4].map(|()| columns.next().unwrap_or_else(|| panic!("four columns: {line}")))
    })
}
