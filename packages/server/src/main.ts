/** The one reader of process.env. */
import { start } from './compose/start.ts';
import { keepFilesPrivate } from './platform/private-files.ts';

keepFilesPrivate();

await start(process.env);
