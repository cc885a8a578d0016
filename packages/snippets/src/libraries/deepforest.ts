import { fill, py } from '../code/index.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** @see https://deepforest.readthedocs.io/en/latest/ — API of release 2.1 */
export const library = defineLibrary({
  id: 'deepforest',
  label: 'DeepForest',
  repoName: 'deepforest',
  repo: 'https://github.com/weecology/DeepForest',
  docs: 'https://deepforest.readthedocs.io/en/latest/',
  downloads: 'default',
  names: { pypi: ['deepforest'] },
  install: () => ({ python: ['deepforest'] }),
  snippets(facts, target) {
    if (facts.task === 'image-classification' || /crop-?model/i.test(facts.name)) {
      const code = py`
        from deepforest.model import CropModel

        model = CropModel.load_model(${facts.id}${pythonRevision(target)})
        print(model.label_dict)
      `
      const notes: Note[] =
        revisionOf(target) === null
          ? []
          : [
              {
                code: 'no-revision',
                text: 'The weights are those of the revision; the names of the labels are read from the default branch.',
              },
            ]
      return { drafts: [{ id: 'crop', title: 'Load a model that names what was found', code: pythonBlock(target, code) }], notes }
    }
    const revision = revisionOf(target)
    const isDetr = facts.architectures.some((name) => name.startsWith('DeformableDetr'))
    const config = {
      ...(isDetr ? { architecture: 'DeformableDetr' } : {}),
      model: { name: facts.id, ...(revision === null ? {} : { revision }) },
    }
    const code = py`
      from deepforest.main import deepforest

      model = deepforest(config_args=${config})
      found = model.predict_image(path=${fill('your-aerial-image.png')})
      print(found)
    `
    return { drafts: [{ id: 'detect', title: 'Find trees or animals in a picture from the air', code: pythonBlock(target, code) }] }
  },
})
