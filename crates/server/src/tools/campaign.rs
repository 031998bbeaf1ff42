//! The tool `campaign`.

use lore::model::{Note, Pin, shown};
use lore::{CampaignChange, Campaigns, Library};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::protocol::arguments::PreferredEdition;
use crate::protocol::registry::{Failure, Question, Session, Success, Tool, ToolRequest, Writing};

#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Campaign {
    /// The campaign to choose, by name; a new name creates it, an empty one leaves the campaign.
    name: Option<String>,
    /// The edition whose entries come first in the campaign: `2014`, `2024` or `any`.
    edition: Option<PreferredEdition>,
    /// The documents that count in the campaign, by key or name; an empty list for all.
    documents: Option<Vec<String>>,
    /// Entries to pin after the others, by `uri`.
    pin: Option<Vec<String>>,
    /// Pinned entries to unpin first, by `uri`.
    unpin: Option<Vec<String>>,
    /// The entry that `note` is about, by `uri`.
    note_on: Option<String>,
    /// The user's note, as Markdown; it replaces the one before, and an empty one deletes it.
    note: Option<String>,
    /// A campaign to delete, by name. Nothing else is deleted.
    delete: Option<String>,
    /// Exactly `DELETE_CAMPAIGN` with `delete`, or `REPLACE_NOTE` with a `note` in place of another, and only
    /// after the user asked for that.
    confirm: Option<Confirmation>,
}

/// The values of `confirm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Confirmation {
    DeleteCampaign,
    ReplaceNote,
}

/// What the user keeps for the table.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Kept {
    #[serde(flatten)]
    campaigns: Campaigns,
    /// The pinned entries, in the user's order.
    pins: Vec<Pin>,
    /// The note that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<Note>,
}

impl Tool for Campaign {
    const NAME: &'static str = "campaign";
    const TITLE: &'static str = "Campaign, pins and notes";
    const DESCRIPTION: &'static str = "Reads or changes what the user keeps for the table: the campaign (the edition that comes first and the books that count, to \
        which every answer keeps), pinned entries, and notes on entries. Change it only when the user asks. Examples: {}; {\"name\": \
        \"Salt Road\", \"edition\": \"2024\"}; {\"pin\": [\"lore://entry/srd-2024/creature/owlbear\"]}.";
    const MEANINGFUL_IF_EMPTY: &'static [&'static str] = &["name", "documents", "note"];
    const WRITES: Option<Writing> = Some(Writing { is_destructive: true, is_idempotent: true });
    type Value = Kept;

    async fn question(&self, session: &Session) -> Result<Option<Question>, Failure> {
        if let Some(name) = &self.delete {
            if self.confirm != Some(Confirmation::DeleteCampaign) {
                let what = format!("delete the campaign `{}`", shown(name));
                return Err(unconfirmed("DELETE_CAMPAIGN", &what));
            }
            let text = format!("Delete the campaign `{}`? No entry is deleted.", shown(name));
            return Ok(Some(Question { id: format!("delete campaign {name}"), text }));
        }
        let (Some(uri), Some(text)) = (&self.note_on, &self.note) else { return Ok(None) };
        let before = session.library().await?.notes(Some(std::slice::from_ref(uri))).await?.pop();
        let Some(before) = before.filter(|before| before.text != text.trim()) else { return Ok(None) };
        let (name, before) = (shown(&before.name), shown(&before.text));
        if self.confirm != Some(Confirmation::ReplaceNote) {
            let what = format!("replace the note on `{name}`, which reads: {before}");
            return Err(unconfirmed("REPLACE_NOTE", &what));
        }
        Ok(Some(Question {
            id: format!("replace note {uri}"),
            text: format!("Replace your note on `{name}`? It reads: {before}"),
        }))
    }

    async fn call(self, request: ToolRequest<'_>) -> Result<Success<Kept>, Failure> {
        let library = request.session.library().await?;
        let Self { name, edition, documents, pin, unpin, note_on, note, delete, confirm: _ } = self;
        let note = note.filter(|note| note_on.is_some() || !note.trim().is_empty());
        let mut messages = Vec::new();
        if let Some(name) = delete {
            library.delete_campaign(&name).await?;
            messages.push(format!("Deleted the campaign `{}`.", shown(&name)));
        }
        messages.extend(choose(library, name, edition, documents).await?);
        if pin.is_some() || unpin.is_some() {
            let unpinned = unpin.unwrap_or_default();
            let pins = library.pins().await?.into_iter().map(|pin| pin.uri);
            let mut uris: Vec<String> = pins.filter(|uri| !unpinned.contains(uri)).collect();
            uris.extend(pin.unwrap_or_default());
            library.set_pins(&uris).await?;
        }
        let note = match (note_on, note) {
            (Some(uri), Some(note)) => Some(library.write_note(&uri, &note).await?),
            (None, None) => None,
            (Some(_), None) => return Err(Failure::invalid("note", "`note_on` needs `note`, the text.")),
            (None, Some(_)) => {
                return Err(Failure::invalid("note_on", "`note` needs `note_on`, the `uri` of the entry."));
            }
        };
        let kept = Kept { campaigns: library.campaigns().await?, pins: library.pins().await?, note };
        Ok(Success::of(kept).with_messages(&messages))
    }
}

fn unconfirmed(literal: &str, what: &str) -> Failure {
    let message = format!("`confirm` must be `{literal}`, and only after the user asked to {what}");
    Failure::invalid("confirm", message)
}

/// Chooses or changes a campaign, if the arguments say so. Returns a message about it.
async fn choose(
    library: &Library,
    name: Option<String>,
    edition: Option<PreferredEdition>,
    documents: Option<Vec<String>>,
) -> Result<Option<String>, Failure> {
    let chosen = match name {
        None if edition.is_none() && documents.is_none() => return Ok(None),
        None => library.campaigns().await?.chosen,
        name => name,
    };
    let missing = "`name` is missing: no campaign is chosen, so name the one to create or change.";
    let name = chosen.ok_or_else(|| Failure::invalid("name", missing))?;
    if name.trim().is_empty() {
        library.choose_campaign(None).await?;
        return Ok(Some("No campaign is chosen now; all books count.".to_owned()));
    }
    let edition = edition.map(|PreferredEdition(edition)| edition);
    let campaign = library.change_campaign(&CampaignChange { name, edition, documents }).await?;
    Ok(Some(format!("Answers keep to the campaign {}.", shown(&campaign.to_string()))))
}
