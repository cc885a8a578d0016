/** Renders HTML that the hub generated and sanitized, as is. All other HTML is rendered by React. */
export function ServerHtml({ html, as: Tag = 'div', ...rest }: { html: string; as?: 'div' | 'code'; className?: string; id?: string }) {
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}
