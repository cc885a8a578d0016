/** The name of a client in addresses and cookies: some clients are there for two languages. */
export function clientKey({ language, client }: { readonly language: string; readonly client: string }): string {
  return `${language}.${client}`
}
