import { type Block, fill, lines, sh, when } from '../code/index.ts'
import { allOf, ext, stem } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/** Tasks of its script, by substrings of model names. */
const tasks = ['ti2v-5B', 't2v-A14B', 'i2v-A14B', 's2v-14B', 'animate-14B'] as const
type Task = (typeof tasks)[number]

const titles: Readonly<Record<Task, string>> = {
  'ti2v-5B': 'Fetch the model and make a video',
  't2v-A14B': 'Fetch the model and make a video',
  'i2v-A14B': 'Fetch the model and make a video of a picture',
  's2v-14B': 'Fetch the model and let a picture speak',
  'animate-14B': 'Fetch the model and let a picture move as in a video',
}

/** @see https://github.com/Wan-Video/Wan2.2 — its main branch */
export const library = defineLibrary({
  id: 'wan2.2',
  label: 'Wan2.2',
  repo: 'https://github.com/Wan-Video/Wan2.2',
  downloads: allOf(stem('config'), ext('json')),
  names: { none: 'Not on PyPI: it is run from a checkout of its repository.' },
  install: (facts) => ({
    tool: lines('shell', [
      sh`
        git clone https://github.com/Wan-Video/Wan2.2.git
        cd Wan2.2
        pip install -r requirements.txt
      `,
      when(taskOf(facts) === 's2v-14B', sh`pip install -r requirements_s2v.txt`),
      when(taskOf(facts) === 'animate-14B', sh`pip install -r requirements_animate.txt`),
    ]),
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const task = taskOf(facts)
    if (task === null)
      return {
        drafts: [],
        notes: [
          {
            code: 'no-variant',
            text: 'There is code for whole models, told by their names: T2V-A14B, I2V-A14B, TI2V-5B, S2V-14B and Animate-14B. LoRAs are loaded by other programs.',
          },
        ],
      }
    const notes: Note[] = [
      {
        code: 'gpu-required',
        text:
          task === 'ti2v-5B'
            ? 'It needs an NVIDIA graphics card of 24 GB, and flash_attn.'
            : 'It needs an NVIDIA graphics card of 80 GB, or several, and flash_attn.',
      },
    ]
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir model`,
      generate(task, facts.widgetText ?? 'A lighthouse on a rocky coast in the evening, the camera flies slowly around it'),
    ])
    return { drafts: [{ id: task.toLowerCase(), title: titles[task], code }], notes }
  },
})

/** Whole words of a name are compared, so that TI2V is not mistaken for I2V; quantized models and LoRAs need other programs. */
function taskOf({ name }: ModelFacts): Task | null {
  const words = name.toLowerCase()
  if (/lora|gguf|diffusers/.test(words)) return null
  return tasks.find((task) => new RegExp(`(^|-)${task.toLowerCase()}($|-)`).test(words)) ?? null
}

function generate(task: Task, prompt: string): Block {
  switch (task) {
    case 'ti2v-5B':
      return sh`
        python generate.py --task ti2v-5B --size "1280*704" --ckpt_dir model \
            --offload_model True --convert_model_dtype --t5_cpu \
            --prompt=${prompt}
      `
    case 't2v-A14B':
      return sh`
        python generate.py --task t2v-A14B --size "1280*720" --ckpt_dir model \
            --offload_model True --convert_model_dtype \
            --prompt=${prompt}
      `
    case 'i2v-A14B':
      return sh`
        python generate.py --task i2v-A14B --size "1280*720" --ckpt_dir model \
            --offload_model True --convert_model_dtype \
            --image ${fill('your-image.jpg')} --prompt=${prompt}
      `
    case 's2v-14B':
      return sh`
        python generate.py --task s2v-14B --size "1024*704" --ckpt_dir model \
            --offload_model True --convert_model_dtype \
            --image ${fill('your-image.jpg')} --audio ${fill('your-audio.wav')} --prompt=${prompt}
      `
    case 'animate-14B':
      return sh`
        python wan/modules/animate/preprocess/preprocess_data.py --ckpt_path model/process_checkpoint \
            --video_path ${fill('your-video.mp4')} --refer_path ${fill('your-image.jpg')} --save_path prepared \
            --resolution_area 1280 720 --retarget_flag --use_flux
        python generate.py --task animate-14B --ckpt_dir model --src_root_path prepared --refert_num 1
      `
  }
}
