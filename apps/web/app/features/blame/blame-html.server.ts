import type { BlameStretch } from '@portolan/pages'
import { formatDay } from '../../lib/format.ts'

/**
 * Renders a blamed file as a table, with each commit shown next to the first of its lines.
 * @param blamePath builds the path of the file's blame view at a commit
 */
export function blameHtml(stretches: readonly BlameStretch[], repoPath: string): string {
  const rows = stretches.map(({ commit, age, start, lines }) =>
    lines
      .map((line, i) => {
        const number = start + i
        const cell = i === 0 ? commitCell(commit, repoPath, age, lines.length) : ''
        const look = i === 0 ? ' class="is-first"' : ''
        return `<tr id="L${number}"${look}>${cell}<td class="blame-number"><a href="#L${number}" tabindex="-1">${number}</a></td><td class="blame-code">${line}</td></tr>`
      })
      .join(''),
  )
  return `<table class="blame-table"><colgroup><col class="blame-commit-column"><col class="blame-number-column"><col></colgroup><tbody>${rows.join('')}</tbody></table>`
}

function commitCell(commit: BlameStretch['commit'], repoPath: string, age: number, rows: number): string {
  if (commit === null) return `<td class="blame-commit is-age-0" rowspan="${rows}">older</td>`
  const title = attribute(commit.title)
  const who = attribute(commit.author)
  return (
    `<td class="blame-commit is-age-${age}" rowspan="${rows}"><div><a href="${attribute(repoPath)}/commit/${commit.id}" title="${title}">${title}</a>` +
    `<span>${who}, <time datetime="${commit.date}">${formatDay(commit.date)}</time></span></div></td>`
  )
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
