/** HTML that the hub made and sanitised, shown as it is. The one place in the pages where HTML is not made by React. */
export function ServerHtml({ html, className, ...rest }: { html: string; className?: string; id?: string }) {
  return <div {...rest} className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
