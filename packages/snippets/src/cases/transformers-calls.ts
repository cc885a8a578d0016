import { type Block, fill, type Hole, identifier, json, py } from '../code/index.ts'
import { chat, type ModelFacts } from '../facts/model-facts.ts'
import type { Note } from '../library.ts'

/** Pipelines that existed in release 4: release 5 rejects them by name (`REMOVED_TASKS`), or maps them to another one. */
export const removedTasks: ReadonlySet<string> = new Set([
  'image-to-image',
  'image-to-text',
  'question-answering',
  'summarization',
  'translation',
  'visual-question-answering',
])

const imageTasks = new Set([
  'depth-estimation',
  'image-classification',
  'image-feature-extraction',
  'image-segmentation',
  'image-to-image',
  'image-to-text',
  'mask-generation',
  'object-detection',
])
const question = 'Which ocean is the deepest?'
const askAboutPicture = py`
  messages = [
      {
          "role": "user",
          "content": [
              {"type": "image", "url": ${fill('your-image.jpg')}},
              {"type": "text", "text": "What is in this picture?"},
          ],
      },
  ]
`
const askQuestion = py`messages = ${json(chat(question))}`

/** Imports of pipelines and processors besides torch; they are only required at run time. */
export function extrasOf({ task }: ModelFacts): string[] {
  switch (task) {
    case 'document-question-answering':
      return ['pillow', 'pytesseract']
    case 'table-question-answering':
      return ['pandas']
    case 'video-classification':
      // Video processors read with torchcodec, image processors with av.
      return ['torchvision', 'torchcodec', 'av']
    default:
      return task !== null && (imageTasks.has(task) || /image|visual/.test(task) || task === 'zero-shot-object-detection')
        ? ['pillow', 'torchvision']
        : []
  }
}

/** The program the pipeline reads audio and video with, which pip does not install. */
export function ffmpegNotes(task: string): Note[] {
  switch (task) {
    case 'audio-classification':
    case 'automatic-speech-recognition':
      return [{ code: 'platform', text: 'Recordings are read by the program ffmpeg, which has to be on the machine.' }]
    case 'video-classification':
      return [{ code: 'platform', text: 'Videos are read by torchcodec, which needs FFmpeg on the machine.' }]
    default:
      return []
  }
}

/** A call of `pipe` that demonstrates the task's input. Only two of the pipelines accept chats, whatever a model is trained on. */
export function pipelineCall(facts: ModelFacts, task: string): Block {
  if (facts.isConversational && task === 'image-text-to-text') {
    return py`
      ${askAboutPicture}
      print(pipe(text=messages, max_new_tokens=40))
    `
  }
  if (facts.isConversational && task === 'text-generation') {
    return py`
      ${askQuestion}
      print(pipe(messages, max_new_tokens=40))
    `
  }
  switch (task) {
    case 'text-generation':
      return py`print(pipe(${facts.widgetText ?? 'Once upon a time'}, max_new_tokens=40))`
    case 'fill-mask':
      return facts.widgetText === null
        ? py`print(pipe(f"The ship sails across the {pipe.tokenizer.mask_token}."))`
        : py`print(pipe(${facts.widgetText}))`
    case 'question-answering':
      return py`print(pipe(question="Where is the harbour?", context="The harbour is in the north of the island."))`
    case 'table-question-answering':
      return py`print(pipe(table={"port": ["Genoa", "Palma"], "ships": ["12", "7"]}, query="How many ships are in Palma?"))`
    case 'zero-shot-classification':
      return py`print(pipe("The tide turns at noon.", candidate_labels=["weather", "sea", "music"]))`
    case 'zero-shot-image-classification':
    case 'zero-shot-object-detection':
      return py`print(pipe(${fill('your-image.jpg')}, candidate_labels=["animals", "humans", "landscape"]))`
    case 'visual-question-answering':
    case 'document-question-answering':
      return py`print(pipe(image=${fill('your-image.jpg')}, question="What is the title?"))`
    case 'image-text-to-text':
      return py`
        # Some models want to be told where in the text the picture goes, as in "<image> A picture of".
        print(pipe(images=${fill('your-image.jpg')}, text="A picture of"))
      `
    case 'audio-classification':
    case 'automatic-speech-recognition':
      return py`print(pipe(${fill('your-audio.flac')}))`
    case 'text-to-audio':
    case 'text-to-speech':
      return py`speech = pipe("The tide turns at noon.")  # {"audio": samples, "sampling_rate": Hz}`
    case 'video-classification':
      return py`print(pipe(${fill('your-video.mp4')}))`
    default:
      return imageTasks.has(task)
        ? py`print(pipe(${fill('your-image.jpg')}))`
        : py`print(pipe(${facts.widgetText ?? 'The tide turns at noon.'}))`
  }
}

/** The name in code of the object that prepares the input. */
export function processorVariable(processor: string | null): Hole {
  return identifier(processor === 'AutoTokenizer' ? 'tokenizer' : processor === 'AutoFeatureExtractor' ? 'extractor' : 'processor')
}

/** Whether the model answers chats when loaded by its class: it has a template and a generating head. */
export function answersChats(facts: ModelFacts): boolean {
  if (!facts.isConversational || !facts.hasChatTemplate) return false
  const auto = facts.transformers?.auto ?? 'AutoModel'
  // The model's own code may add generation to a bare class.
  return auto === 'AutoModel' ? facts.hasCustomCode : !withoutAnswer.test(auto)
}

/** Heads that score, label or embed: reward models and similar are trained on chats too. */
const withoutAnswer = /(Classification|QuestionAnswering|MaskedLM|MultipleChoice|NextSentencePrediction|TextEncoding)$/

/** One chat turn, answered by `model`; `variable` names the object that prepares the input. */
export function chatCode(facts: ModelFacts, variable: Hole): Block {
  const messages = facts.tags.has('image-text-to-text') || facts.task === 'image-text-to-text' ? askAboutPicture : askQuestion
  return py`
    ${messages}
    inputs = ${variable}.apply_chat_template(
        messages,
        add_generation_prompt=True,
        tokenize=True,
        return_dict=True,
        return_tensors="pt",
    ).to(model.device)
    outputs = model.generate(**inputs, max_new_tokens=40)
    print(${variable}.decode(outputs[0][inputs["input_ids"].shape[-1]:], skip_special_tokens=True))
  `
}
