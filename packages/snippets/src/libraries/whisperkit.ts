import { fill, lines, sh } from '../code/index.ts'
import { allOf, ext, inFolder, stem } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** The tool accepts a folder with one model; repositories contain a folder for each. @see https://github.com/argmaxinc/WhisperKit — whisperkit-cli */
export const library = defineLibrary({
  id: 'whisperkit',
  label: 'WhisperKit',
  repo: 'https://github.com/argmaxinc/WhisperKit',
  docs: 'https://github.com/argmaxinc/WhisperKit?tab=readme-ov-file#homebrew',
  downloads: allOf(stem('model'), ext('mil'), inFolder),
  names: { none: 'A program that Homebrew installs: its commands are on no package registry.' },
  install: () => ({ tool: sh`brew install whisperkit-cli`, python: ['huggingface_hub'] }),
  snippets(facts, target) {
    const folders = [...new Set(facts.files.flatMap((file) => /^([^/-][^/]*)\/.*\/model\.mil$/.exec(file)?.[1] ?? []))].sort()
    const [folder] = folders
    const pattern = folder === undefined ? fill('your-model/*') : `${folder.replaceAll(/[[\]*?]/g, '?')}/*`
    const path = folder === undefined ? fill('models/your-model') : `models/${folder}`
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --include ${pattern} --local-dir models`,
      sh`whisperkit-cli transcribe --model-path ${path} --audio-path ${fill('your-audio.wav')} --verbose`,
    ])
    return {
      drafts: [
        { id: 'help', title: 'See what it can do', code: sh`whisperkit-cli transcribe --help` },
        { id: 'transcribe', title: 'Transcribe a recording with a model of this repository', code },
      ],
      notes: [
        { code: 'platform', text: 'WhisperKit runs on macOS, on Apple silicon.' },
        ...(folder === undefined
          ? [{ code: 'file-missing' as const, text: 'No folder with a model is known of this revision. Fill in its name.' }]
          : []),
      ],
    }
  },
})
