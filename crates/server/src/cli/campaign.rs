//! `lorekeeper-mcp campaign`: lists, chooses and changes campaigns.

use clap::Args;
use lore::CampaignChange;
use lore::model::Edition;

use super::context::Context;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The campaign to choose; a new name creates it
    name: Vec<String>,
    /// The edition whose entries come first: `2014` or `2024`
    #[arg(long, requires = "name")]
    edition: Option<Edition>,
    /// Only this document counts, by key or name; may be repeated
    #[arg(long = "document", value_name = "KEY", requires = "name")]
    documents: Option<Vec<String>>,
    /// Every document counts, in any order of editions
    #[arg(long, requires = "name", conflicts_with_all = ["edition", "documents"])]
    everything: bool,
    /// Leave the campaign
    #[arg(long, conflicts_with = "name")]
    none: bool,
    /// Delete the campaign of this name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["name", "none"])]
    delete: Option<String>,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> anyhow::Result<u8> {
    let library = context.library.library().await?;
    let Arguments { name, edition, documents, everything, none, delete } = arguments;
    if let Some(name) = delete {
        library.delete_campaign(&name).await?;
    }
    if none {
        library.choose_campaign(None).await?;
    }
    if !name.is_empty() {
        let change = CampaignChange {
            name: name.join(" "),
            edition: if everything { Some(None) } else { edition.map(Some) },
            documents: if everything { Some(Vec::new()) } else { documents },
        };
        library.change_campaign(&change).await?;
    }
    let campaigns = library.campaigns().await?;
    if campaigns.campaigns.is_empty() && !context.json {
        return context
            .print("There is no campaign: every book counts. `lorekeeper-mcp campaign NAME` makes one.\n");
    }
    context.show(&campaigns)
}
