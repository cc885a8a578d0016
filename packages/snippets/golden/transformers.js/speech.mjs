// Install
// npm install @huggingface/transformers

// Run it in Node
import { readFile } from "node:fs/promises"
import { env, pipeline } from "@huggingface/transformers"

env.remoteHost = "https://hub.example.org/"
const pipe = await pipeline("automatic-speech-recognition", "ada/hear")
const wav = new Uint8Array(await readFile("your-audio.wav")) // 16 bit, mono, at the rate of the model: mostly 16 kHz
const samples = Float32Array.from(new Int16Array(wav.buffer, 44, (wav.length - 44) >> 1), (value) => value / 32768)
console.log(await pipe(samples))
