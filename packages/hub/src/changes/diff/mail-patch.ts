import type { CommitInfo } from '../../repository/revisions/index.ts'

/**
 * The header before the diff in a commit's patch, as `git format-patch` writes it, so that `git am` can recreate the commit.
 * Names and titles come from whoever pushed: anything that would end a header line is removed.
 */
export function mailHead(commit: CommitInfo): string {
  const lines = [
    `From ${commit.oid} Mon Sep 17 00:00:00 2001`,
    `From: ${encodedWord(commit.authorName)} <${oneLine(commit.authorEmail).replaceAll(/[<>\s]/g, '')}>`,
    `Date: ${mailDate(commit.date)}`,
    `Subject: [PATCH] ${encodedWord(commit.title)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...(commit.message === '' ? [] : [commit.message]),
    '---',
    '',
    '',
  ]
  return lines.join('\n')
}

/** The footer of such a patch. */
export const mailTail = '-- \nPortolan\n\n'

function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()
}

/** Header text: unchanged if ASCII, otherwise RFC 2047 encoded words of at most 75 characters. */
function encodedWord(text: string): string {
  const line = oneLine(text)
  if (/^[\u0020-\u007e]*$/.test(line) && !line.includes('=?')) return line
  const words: string[] = []
  let word = ''
  for (const character of line) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\n ')
}

/** `Fri, 2 Jan 2026 03:04:05 +0000`. */
function mailDate(date: Date): string {
  return date.toUTCString().replace(/GMT$/, '+0000')
}
