import { fill, py, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** Pose files are named after the variant of the model they are for. */
const variants = ['PMPose', 'MaskPose'].flatMap((kind) => ['b', 's', 'l', 'h'].map((size) => `${kind}-${size}`))

/**
 * One repository contains several networks; those that estimate poses are loaded by file path. @see https://github.com/MiraPurkrabek/BBoxMaskPose —
 * release 2
 */
export const library = defineLibrary({
  id: 'bboxmaskpose',
  label: 'BBoxMaskPose',
  repo: 'https://github.com/MiraPurkrabek/BBoxMaskPose',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    tool: sh`
      git clone https://github.com/MiraPurkrabek/BBoxMaskPose.git
      cd BBoxMaskPose
      pip install openmim
      mim install mmengine "mmcv==2.1.0" "mmdet==3.3.0" "mmpretrain==1.2.0"
      pip install -r requirements.txt huggingface_hub
      pip install -e .
    `,
  }),
  snippets(facts, target) {
    const found = poseFile(facts)
    const notes: Note[] = [
      ...(found === undefined
        ? [
            {
              code: 'file-missing' as const,
              text: 'No file of a pose model is known of this revision: the name in the code is the usual one.',
            },
          ]
        : []),
      { code: 'pickle', text: 'A .pth file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const { variant, file } = found ?? { variant: 'PMPose-b', file: 'PMPose/PMPose-b-1.0.0.pth' }
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const code = py`
      import torch
      from huggingface_hub import hf_hub_download
      from pmpose import PMPose

      device = ${device}
      path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
      model = PMPose(device=device, variant=${variant})
      model.load_from_file(path)

      # a box around each person: left, top, right, bottom
      keypoints, presence, visibility, heatmaps = model.predict(${fill('your-image.jpg')}, bboxes=[[100, 100, 300, 400]])
      print(keypoints)
    `
    return { drafts: [{ id: 'pose', title: 'Find the poses of people in boxes', code: pythonBlock(target, code) }], notes }
  },
})

function poseFile(facts: ModelFacts): { variant: string; file: string } | undefined {
  const files = filesEnding(facts, '.pth').filter((name) => !name.startsWith('-'))
  for (const variant of variants) {
    // Whole-body models (-wb) have a different configuration.
    const file = files.findLast((name) => name.includes(`${variant}-`) && !name.includes('-wb'))
    if (file !== undefined) return { variant, file }
  }
  return undefined
}
