import type { WireCommit } from '@portolan/contract'
import type { CommitInfo } from '@portolan/hub'

/** A commit in a history. @param formatted also as HTML, which the Python client requests */
export function toWireCommit(commit: CommitInfo, formatted: boolean): WireCommit {
  const { oid, title, message, date, authorName } = commit
  return {
    id: oid,
    title,
    message,
    date: date.toISOString(),
    authors: [{ user: authorName }],
    ...(formatted ? { formatted: { title: escapeHtml(title), message: escapeHtml(message) } } : {}),
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
