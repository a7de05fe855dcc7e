/** `signalwheel actions`: records splits and dividends in the running server, which rebuilds the affected reports. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ACTIONS_USAGE, parseActions } from '../areas/operations/corrections/data-request.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { askServer } from './ask-server.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();
answerHelp(ACTIONS_USAGE);
const startFolder = process.env['INIT_CWD'] ?? process.cwd();
await askServer('actions', () => parseActions(process.argv.slice(2), (path) => readFileSync(resolve(startFolder, path), 'utf8')));
