import { settings } from './settings.ts'

/** The operator's settings reference, as Markdown. */
export function configManual(): string {
  const rows = Object.values(settings).map(
    ({ variable, fallback, doc }) => `| \`${variable}\` | ${fallback === '' ? 'empty' : `\`${fallback}\``} | ${doc} |`,
  )
  const secrets = Object.values<{ variable: string; secret?: true }>(settings)
    .filter(({ secret }) => secret)
    .map(({ variable }) => `\`${variable}\``)
  return `# Settings\n\nSet these as environment variables. Secrets (${secrets.join(', ')}) can come from a file instead:\n\`<variable>_FILE\` is its path. Generated from \`apps/server/src/config/settings.ts\`; do not edit by hand\n(\`UPDATE_DOCS=1 npm test -- unit\` regenerates it).\n\n| Variable | Default | Description |\n|---|---|---|\n${rows.join('\n')}\n`
}
