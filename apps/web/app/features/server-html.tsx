/**
 * HTML that the hub made and sanitised, shown as it is: the one place where HTML is not made by React.
 * A page that comes as a document has it in its markup only; the browser keeps what is there (`undefined` while hydrating, see `lib/in-markup-only.server.ts`).
 */
export function ServerHtml({
  html,
  as: Tag = 'div',
  ...rest
}: {
  html: string | undefined
  as?: 'div' | 'code'
  className?: string
  id?: string
}) {
  return <Tag {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html ?? '' }} />
}
