import { lines, py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * A revision would also be requested from the encoder's repo: to pin one, the folder is passed. @see https://tomaarsen.github.io/SpanMarkerNER — API of
 * release 1.8
 */
export const library = defineLibrary({
  id: 'span-marker',
  label: 'SpanMarker',
  repoName: 'SpanMarkerNER',
  repo: 'https://github.com/tomaarsen/SpanMarkerNER',
  docs: 'https://tomaarsen.github.io/SpanMarkerNER',
  filter: true,
  downloads: 'default',
  names: { pypi: ['span-marker', 'huggingface_hub'] },
  install: () => ({ python: ['span_marker'] }),
  snippets(facts, target) {
    const pinned = revisionOf(target) !== null
    const code = lines(
      'python',
      [
        lines('python', [when(pinned, py`from huggingface_hub import snapshot_download`), py`from span_marker import SpanMarkerModel`]),
        lines('python', [
          when(pinned, pythonSnapshot(facts, target)),
          pinned ? py`model = SpanMarkerModel.from_pretrained(path)` : py`model = SpanMarkerModel.from_pretrained(${facts.id})`,
          when(target.device !== 'auto', py`model.to(${target.device})`),
          py`
            for entity in model.predict("The ship left Genoa for Palma on Monday."):
                print(entity["span"], entity["label"], entity["score"])
          `,
        ]),
      ],
      1,
    )
    return { drafts: [{ id: 'predict', title: 'Find the names in a text', code: pythonBlock(target, code) }] }
  },
})
