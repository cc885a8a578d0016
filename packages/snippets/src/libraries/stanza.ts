import { lines, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { revisionOf } from '../target.ts'

/**
 * Stanza downloads from URLs that it builds itself: the hub and the revision are passed as a URL template. The list of resources for a language comes
 * from its own site. @see https://stanfordnlp.github.io/stanza — API of release 1.15
 */
export const library = defineLibrary({
  id: 'stanza',
  label: 'Stanza',
  repoName: 'stanza',
  repo: 'https://github.com/stanfordnlp/stanza',
  docs: 'https://stanfordnlp.github.io/stanza',
  filter: true,
  downloads: path('models/default.zip'),
  names: { pypi: ['stanza'] },
  install: () => ({ python: ['stanza'], conda: ['stanza'] }),
  snippets(facts, target) {
    const language = facts.name.replace(/^stanza-/, '')
    const revision = revisionOf(target)
    const isOwn = target.isHuggingFace && revision === null
    // The URL is a template for str.format, so literal braces are doubled.
    const plain = (text: string) => text.replaceAll('{', '{{').replaceAll('}', '}}')
    const address = `${plain(`${target.endpoint}/${facts.id}/resolve/`)}${revision === null ? 'v{resources_version}' : plain(revision)}/models/{filename}`
    const notes: Note[] = isOwn
      ? []
      : [
          {
            code: 'endpoint-ignored',
            text: 'The list of models of a language still comes from the site of Stanza; the models come from the address in the code.',
          },
        ]
    const code = py`
      import stanza

      ${lines('python', [
        isOwn ? py`stanza.download(${language})` : py`stanza.download(${language}, model_url=${address})`,
        py`nlp = stanza.Pipeline(${language}${when(!isOwn, py`, download_method=None`)})`,
      ])}
      doc = nlp("Genoa")
      print(doc)
    `
    return { drafts: [{ id: 'pipeline', title: 'Fetch the models of the language, and analyse a text', code }], notes }
  },
})
