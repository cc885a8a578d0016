import { type MailBlock, type MailContent, oneLine } from '@portolan/hub'

/** A mail's headers and both of its forms. */
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Writes a mail as plain text and as HTML. Everything in it is escaped, and nothing is loaded from anywhere: no pictures, no styles.
 * @param base the hub's public URL: the only address that links lead to
 */
export function renderMail(content: MailContent, base: string): RenderedMail {
  const urlOf = (path: string) => `${base}${path}`
  const { unsubscribe, thread, footer, blocks } = content
  const host = new URL(base).hostname
  return {
    subject: oneLine(content.subject),
    text: `${blocks.map((block) => textOf(block, urlOf)).join('\n\n')}\n\n-- \n${footerText(content, urlOf)}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(oneLine(content.subject))}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1c2733;background:#ffffff">
<div style="max-width:600px">
${blocks.map((block) => htmlOf(block, urlOf)).join('\n')}
<hr style="border:0;border-top:1px solid #d5dbe1;margin:24px 0 12px">
<p style="margin:0;font-size:13px;color:#5c6773">${lines(footer)}${
      unsubscribe === undefined ? '' : ` <a href="${escape(urlOf(unsubscribe))}" style="color:#5c6773">Unsubscribe</a>`
    }<br><a href="${escape(base)}" style="color:#5c6773">${escape(base)}</a></p>
</div></body></html>
`,
    headers: {
      // RFC 3834: no answers from machines.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(thread === undefined ? {} : { References: `<${thread.replaceAll(/[^\w.-]/g, '')}@${host}>` }),
      ...(unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${urlOf(unsubscribe)}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            'List-Id': `<notifications.${host}>`,
            Precedence: 'bulk',
          }),
    },
  }
}

function textOf(block: MailBlock, urlOf: (path: string) => string): string {
  switch (block.kind) {
    case 'text':
      return plain(block.text)
    case 'quote':
      return plain(block.text)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'button':
      return `${oneLine(block.label)}:\n${urlOf(block.path)}`
    case 'link':
      return `${oneLine(block.label)}${block.note === undefined ? '' : ` (${oneLine(block.note)})`}\n${urlOf(block.path)}`
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n')
  }
}

function footerText({ footer, unsubscribe }: MailContent, urlOf: (path: string) => string): string {
  return `${plain(footer)}${unsubscribe === undefined ? '' : `\nUnsubscribe: ${urlOf(unsubscribe)}`}\n${urlOf('')}`
}

function htmlOf(block: MailBlock, urlOf: (path: string) => string): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${lines(block.text)}</p>`
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d5dbe1;color:#3c4753">${lines(block.text)}</blockquote>`
    case 'button':
      return `<p style="margin:0 0 16px"><a href="${escape(urlOf(block.path))}" style="display:inline-block;padding:10px 18px;background:#0b5cad;color:#ffffff;text-decoration:none;border-radius:4px">${escape(oneLine(block.label))}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5c6773;word-break:break-all">${escape(urlOf(block.path))}</p>`
    case 'link':
      return `<p style="margin:0 0 12px"><a href="${escape(urlOf(block.path))}" style="color:#0b5cad">${escape(oneLine(block.label))}</a>${
        block.note === undefined ? '' : `<br><span style="color:#5c6773">${escape(oneLine(block.note))}</span>`
      }</p>`
    case 'facts':
      return `<table style="margin:0 0 16px;border-collapse:collapse">${block.facts
        .map(
          ([name, value]) =>
            `<tr><td style="padding:2px 16px 2px 0;color:#5c6773;vertical-align:top">${escape(name)}</td><td style="padding:2px 0;word-break:break-word">${escape(oneLine(value))}</td></tr>`,
        )
        .join('')}</table>`
  }
}

/** Several lines of plain text: line breaks are kept, other control characters are not. */
function plain(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => oneLine(line, 10_000))
    .join('\n')
    .trim()
}

function lines(text: string): string {
  return escape(plain(text)).replaceAll('\n', '<br>')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
