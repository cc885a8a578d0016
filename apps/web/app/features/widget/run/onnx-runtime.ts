import type * as Runtime from 'onnxruntime-web'
import gpuFactory from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import gpuBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import cpuFactory from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import cpuBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { BrowserDevice } from '@portolan/tasks'

/*
 * The ONNX runtime for transformers.js, instead of the one it would import (see vite.config.ts): the WebGPU build if there is a graphics card,
 * otherwise the WebAssembly-only build, which is half the size. Its binaries are served by this hub. Without the paths below, transformers.js would
 * load them from a third-party server.
 */
const hasCard = self.name !== 'wasm' && (await graphicsCard())

const runtime: typeof Runtime = hasCard ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm')
runtime.env.wasm.wasmPaths = hasCard ? { mjs: gpuFactory, wasm: gpuBinary } : { mjs: cpuFactory, wasm: cpuBinary }
// Threads need shared memory, which requires cross-origin isolation; the pages embed images from other origins, so they are not isolated.
if (!self.crossOriginIsolated) runtime.env.wasm.numThreads = 1

export const device: BrowserDevice = hasCard ? 'webgpu' : 'wasm'
export const { InferenceSession, Tensor, env } = runtime

async function graphicsCard(): Promise<boolean> {
  const { gpu } = navigator as Navigator & { gpu?: { requestAdapter(): Promise<object | null> } }
  return gpu !== undefined && (await gpu.requestAdapter().catch(() => null)) !== null
}
