/** The one reader of process.env. */
import { start } from './compose/start.ts';

await start(process.env);
