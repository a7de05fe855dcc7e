import { exportList } from './commands/export.ts';
import { filter } from './commands/filter.ts';
import { list } from './commands/list.ts';
import { SERVER_COMMANDS } from './commands/server-commands.ts';
import { start } from './commands/start.ts';
import { ticker } from './commands/ticker.ts';
import { watch } from './commands/watch.ts';
import type { Command, ServerCommand } from './shell/command.ts';

export const COMMANDS: readonly (Command | ServerCommand)[] = [start, ...SERVER_COMMANDS, list, watch, ticker, exportList, filter];
