import type { RepoType } from '@portolan/contract'

/** Files that are large or binary by nature: LFS from the first commit. */
const patterns = [
  '*.7z',
  '*.arrow',
  '*.avro',
  '*.bin',
  '*.bz2',
  '*.ckpt',
  '*.ftz',
  '*.gguf',
  '*.gz',
  '*.h5',
  '*.joblib',
  '*.lfs.*',
  '*.mlmodel',
  '*.model',
  '*.msgpack',
  '*.npy',
  '*.npz',
  '*.onnx',
  '*.ot',
  '*.parquet',
  '*.pb',
  '*.pickle',
  '*.pkl',
  '*.pt',
  '*.pth',
  '*.rar',
  '*.safetensors',
  'saved_model/**/*',
  '*.tar.*',
  '*.tar',
  '*.tflite',
  '*.tgz',
  '*.wasm',
  '*.xz',
  '*.zip',
  '*.zst',
  '*tfevents*',
]
const media = [
  '*.pcm',
  '*.sam',
  '*.raw',
  '*.aac',
  '*.flac',
  '*.mp3',
  '*.ogg',
  '*.wav',
  '*.bmp',
  '*.gif',
  '*.png',
  '*.tiff',
  '*.jpg',
  '*.jpeg',
  '*.webp',
  '*.mp4',
  '*.webm',
]

/** The `.gitattributes` of a new repo. */
export function defaultAttributes(type: RepoType): string {
  const all = type === 'dataset' ? [...patterns, ...media] : patterns
  return all.map((pattern) => `${pattern} filter=lfs diff=lfs merge=lfs -text\n`).join('')
}
