import type * as Runtime from 'onnxruntime-web'
import gpuFactory from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import gpuBinary from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import cpuFactory from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import cpuBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { BrowserDevice } from '@portolan/tasks'

/*
 * The runtime that transformers.js computes with, in place of the one that it would import (see vite.config.ts): with a graphics card the build for
 * WebGPU, else the one for WebAssembly alone, which is half as large. Its binaries come from this hub. Without the paths below transformers.js would
 * name a server of others.
 */
const hasCard = self.name !== 'wasm' && (await graphicsCard())

const runtime: typeof Runtime = hasCard ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm')
runtime.env.wasm.wasmPaths = hasCard ? { mjs: gpuFactory, wasm: gpuBinary } : { mjs: cpuFactory, wasm: cpuBinary }
// Threads need memory that is shared, which a page has only when it is isolated from other origins; the pages link pictures from elsewhere.
if (!self.crossOriginIsolated) runtime.env.wasm.numThreads = 1

export const device: BrowserDevice = hasCard ? 'webgpu' : 'wasm'
export const { InferenceSession, Tensor, env } = runtime

async function graphicsCard(): Promise<boolean> {
  const { gpu } = navigator as Navigator & { gpu?: { requestAdapter(): Promise<object | null> } }
  return gpu !== undefined && (await gpu.requestAdapter().catch(() => null)) !== null
}
