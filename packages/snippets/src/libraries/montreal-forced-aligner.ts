import { fill, lines, sh } from '../code/index.ts'
import { anyOf, ext, path } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Snippets } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/**
 * Release 3.4 and later loads folders from a hub; archives of older releases are passed as files. @see https://montreal-forced-aligner.readthedocs.io
 * — release 3.4
 */
export const library = defineLibrary({
  id: 'montreal-forced-aligner',
  label: 'Montreal Forced Aligner',
  repo: 'https://github.com/MontrealCorpusTools/Montreal-Forced-Aligner',
  docs: 'https://montreal-forced-aligner.readthedocs.io',
  filter: false,
  downloads: anyOf(path('acoustic/final.mdl'), ext('zip')),
  names: { pypi: ['montreal-forced-aligner', 'huggingface_hub'] },
  // Kaldi, which it is built on, is only on conda-forge: pip alone does not install it.
  install: () => ({
    tool: sh`
      conda create -n aligner -c conda-forge montreal-forced-aligner
      conda activate aligner
    `,
  }),
  snippets: (facts, target) => (archiveOf(facts) === undefined ? fromHub(facts, target) : fromArchive(facts, target)),
})

/** The acoustic model as an archive, if there is no folder of it. */
function archiveOf(facts: ModelFacts): string | undefined {
  if (facts.files.some((file) => file.startsWith('acoustic/'))) return undefined
  return filesEnding(facts, '.zip').find((file) => !file.startsWith('-'))
}

function fromHub(facts: ModelFacts, target: Target): Snippets {
  const revision = revisionOf(target)
  const code = lines('shell', [
    shellEndpoint(target),
    sh`mfa align_hf ${fill('your-corpus')} ${revision === null ? facts.id : `${facts.id}@${revision}`} ${fill('your-output')}`,
  ])
  return {
    drafts: [{ id: 'hub', title: 'Align recordings with what is said in them', code }],
    notes: [{ code: 'input-needed', text: 'A corpus is a folder of recordings, each beside a text or TextGrid file of the same name.' }],
  }
}

function fromArchive(facts: ModelFacts, target: Target): Snippets {
  const archive = archiveOf(facts) ?? ''
  const dictionary = filesEnding(facts, '.dict').find((file) => !file.startsWith('-'))
  const code = lines('shell', [
    shellEndpoint(target),
    sh`hf download ${facts.id}${shellRevision(target)} --local-dir mfa-model`,
    sh`mfa align ${fill('your-corpus')} ${dictionary === undefined ? fill('your-dictionary.dict') : `mfa-model/${dictionary}`} ${`mfa-model/${archive}`} ${fill('your-output')}`,
  ])
  return {
    drafts: [{ id: 'archive', title: 'Align recordings with what is said in them', code }],
    notes: [
      { code: 'input-needed', text: 'A corpus is a folder of recordings, each beside a text or TextGrid file of the same name.' },
      ...(dictionary === undefined
        ? [{ code: 'file-missing' as const, text: 'No dictionary of pronunciations is known of this revision. Fill in its path.' }]
        : []),
    ],
  }
}
