import { fill, lines, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision, pythonSnapshot } from '../preamble.ts'
import { revisionOf } from '../target.ts'

const weights = 'sae_weights.safetensors'

/** Folders that contain one autoencoder each, sorted; the repo's root is not included. */
function foldersOf({ files }: ModelFacts): string[] {
  return files.flatMap((file) => (file.endsWith(`/${weights}`) ? file.slice(0, -weights.length - 1) : [])).sort()
}

/**
 * A release is the name of a list included in the package, or a hub repo; the loader accepts folders, but no revision.
 * @see https://decoderesearch.github.io/SAELens — API of release 6
 */
export const library = defineLibrary({
  id: 'saelens',
  label: 'SAELens',
  repo: 'https://github.com/jbloomAus/SAELens',
  docs: 'https://decoderesearch.github.io/SAELens',
  filter: false,
  downloads: 'default',
  names: { pypi: ['sae-lens', 'huggingface_hub'] },
  install: () => ({ python: ['sae-lens'] }),
  snippets(facts, target) {
    const folder = foldersOf(facts)[0]
    const isSingle = folder === undefined && facts.files.includes(weights)
    const sae = folder ?? fill('folder-of-the-sae')
    const pinned = revisionOf(target) !== null
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = isSingle
      ? py`
          from huggingface_hub import snapshot_download
          from sae_lens import SAE

          ${pythonSnapshot(facts, target)}
          sae = SAE.load_from_disk(path${device})
        `
      : pinned
        ? py`
            from huggingface_hub import snapshot_download
            from sae_lens import SAE

            folder = ${sae}  # one of the repository: it holds many
            path = snapshot_download(${facts.id}, allow_patterns=[f"{folder}/*"]${pythonRevision(target)})
            sae = SAE.load_from_disk(f"{path}/{folder}"${device})
          `
        : py`
            from sae_lens import SAE

            # sae_id: a folder of the repository, which holds many
            sae = SAE.from_pretrained(release=${facts.id}, sae_id=${sae}${device})
          `
    return {
      drafts: [
        {
          id: 'load',
          title: isSingle ? 'Load the autoencoder' : 'Load one of the autoencoders',
          code: pythonBlock(target, lines('python', [code, py`print(sae.cfg.d_in, sae.cfg.d_sae)`])),
        },
      ],
      notes:
        folder === undefined && !isSingle
          ? [{ code: 'file-missing', text: 'No folder with sae_weights.safetensors is known of this revision. Fill in the one to load.' }]
          : [],
    }
  },
})
