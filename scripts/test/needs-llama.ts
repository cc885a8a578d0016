import { environmentsOf, lastFullRun, planPrintedCode, printedCodeHash } from './printed-code.ts'

/* Exits with 0 if the printed code that `npm test` runs now needs llama-cpp-python, which takes minutes to compile, and with 1 if it does not. */
const { part } = planPrintedCode(process.argv.slice(2), printedCodeHash(), lastFullRun(), new Date())
process.exit(environmentsOf(part).includes('llama') ? 0 : 1)
