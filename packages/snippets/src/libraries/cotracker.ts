import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** How the predictor is created for a file, as in hubconf.py of its repository: by file name. */
const kinds = [
  { pattern: /offline/i, v2: false, offline: true, window: 60 },
  { pattern: /online/i, v2: false, offline: false, window: 16 },
  { pattern: /cotracker2v1/i, v2: true, offline: true, window: 16 },
  { pattern: /cotracker2/i, v2: true, offline: true, window: 8 },
] as const

/** The file that tracks a whole video, if there is one; otherwise the first that can be loaded. */
function fileOf(facts: ModelFacts) {
  const files = filesEnding(facts, '.pth').filter((name) => !name.startsWith('-'))
  const named = files.flatMap((file) => {
    const kind = kinds.find(({ pattern }) => pattern.test(file))
    return kind === undefined ? [] : [{ file, kind }]
  })
  return named.find(({ file }) => /scaled_offline/i.test(file)) ?? named.find(({ kind }) => kind.offline) ?? named[0]
}

/**
 * torch.hub loads from huggingface.co, whatever the hub; the predictors accept a file path. @see https://github.com/facebookresearch/co-tracker — its
 * main branch, 3.0
 */
export const library = defineLibrary({
  id: 'cotracker',
  label: 'CoTracker',
  repo: 'https://github.com/facebookresearch/co-tracker',
  filter: false,
  downloads: ext('pth'),
  names: { none: 'Its makers publish it in their repository only.' },
  install: () => ({
    python: ['git+https://github.com/facebookresearch/co-tracker.git', 'torch', 'torchvision', 'imageio[ffmpeg]', 'huggingface_hub'],
  }),
  snippets(facts, target) {
    const found = fileOf(facts)
    const { file, kind } = found ?? { file: 'scaled_offline.pth', kind: kinds[0] }
    const notes: Note[] = [
      ...(found === undefined
        ? [
            {
              code: 'file-missing' as const,
              text: 'No .pth file is known whose name tells its version: the name in the code is that of the current offline model.',
            },
          ]
        : []),
      { code: 'pickle', text: 'A .pth file is a pickle: loading it can run code. Do it only with files you trust.' },
    ]
    const device = target.device === 'auto' ? py`"cuda" if torch.cuda.is_available() else "cpu"` : py`${target.device}`
    const common = py`
      device = ${device}
      path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
      frames = torch.from_numpy(iio.imread(${fill('your-video.mp4')}, plugin="FFMPEG"))
      video = frames.permute(0, 3, 1, 2)[None].float().to(device)  # batch, time, channels, height, width
    `
    const code = kind.offline
      ? py`
          import imageio.v3 as iio
          import torch
          from cotracker.predictor import CoTrackerPredictor
          from huggingface_hub import hf_hub_download

          ${common}

          model = CoTrackerPredictor(checkpoint=path, v2=${kind.v2}, offline=True, window_len=${kind.window}).to(device)
          tracks, visible = model(video, grid_size=10)
          print(tracks.shape, visible.shape)
        `
      : py`
          import imageio.v3 as iio
          import torch
          from cotracker.predictor import CoTrackerOnlinePredictor
          from huggingface_hub import hf_hub_download

          ${common}

          model = CoTrackerOnlinePredictor(checkpoint=path, window_len=${kind.window}).to(device)
          model(video_chunk=video, is_first_step=True, grid_size=10)
          for start in range(0, video.shape[1] - model.step, model.step):
              tracks, visible = model(video_chunk=video[:, start : start + 2 * model.step])
          print(tracks.shape, visible.shape)
        `
    return {
      drafts: [{ id: kind.offline ? 'track' : 'online', title: 'Follow points through a film', code: pythonBlock(target, code) }],
      notes,
    }
  },
})
