/**
 * `npm run transcript`: asks the ten questions of docs/generated/assistant-questions.md on the simulated market of the journeys, and writes the answers into the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../fixtures.ts';
import { createTranscript, replaceTranscript } from './transcript.ts';

const PAGE = join(import.meta.dirname, '../../docs/generated/assistant-questions.md');
const running = await startProduct({ SIGNALWHEEL_ASSISTANTS: 'on' });
writeFileSync(PAGE, replaceTranscript(readFileSync(PAGE, 'utf8'), await createTranscript(running)));
console.log('wrote docs/generated/assistant-questions.md');
await running.close();
process.exit(0);
