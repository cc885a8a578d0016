/** HTML that the hub made and sanitized, shown as it is: the one place where HTML is not made by React. */
export function ServerHtml({ html, as: Tag = 'div', ...rest }: { html: string; as?: 'div' | 'code'; className?: string; id?: string }) {
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}
