import type { ServerCommand } from '../shell/options.ts';

const dataFolderHint = 'The data folder is SIGNALWHEEL_DATA (default: ./data); set the same variables as for the server.';

/** Programs of the server that administrators run on its machine. Each parses its own arguments. */
export const SERVER_COMMANDS: readonly ServerCommand[] = [
	{
		options: {},
		name: 'backup',
		about: 'Back up all data, also while the server runs',
		usage: ['signalwheel backup <folder>', 'signalwheel backup --verify <folder>'],
		paragraphs: [
			`Copies both stores as of one instant into a new or empty folder. --verify checks a backup's files and its chain of reports. ${dataFolderHint}`,
		],
		examples: [['signalwheel backup /var/backups/signalwheel/monday', 'a backup of the running server']],
	},
	{
		options: {},
		name: 'restore',
		about: 'Restore a backup into an empty data folder',
		usage: ['signalwheel restore <folder>'],
		paragraphs: [`Checks every file of the backup first. The server must not be running. ${dataFolderHint}`],
		examples: [['SIGNALWHEEL_DATA=restored signalwheel restore /var/backups/signalwheel/monday', 'into the new folder restored']],
	},
	{
		options: {},
		name: 'rollback',
		about: 'Bring back the data from before the last upgrade',
		usage: ['signalwheel rollback [--yes]'],
		paragraphs: [
			`Without --yes it shows what would be discarded. The server must not be running. Start the older version afterwards; this one would upgrade the data again. ${dataFolderHint}`,
		],
		examples: [['signalwheel rollback --yes', 'discards everything stored since the upgrade']],
	},
	{
		options: {},
		name: 'report',
		about: 'Verify, show, export and prove reports',
		usage: [
			'signalwheel report verify <time>',
			'signalwheel report export --proof <time or from..to> [--out <file>]',
			'signalwheel report verify --proof <file> [--roots <file>] [--block <height:hash>]',
		],
		paragraphs: [
			`A proof is a file that lets a third party check reports without trusting the server, also with verify.py. Without arguments it shows all its options. ${dataFolderHint}`,
		],
		examples: [['signalwheel report export --proof 2026-11-23..2026-11-27 --out week.proof', 'a proof of all reports of a week']],
	},
	{
		options: {},
		name: 'import',
		about: 'Import files of market data',
		usage: ['signalwheel import <file or folder> [--dry-run]'],
		paragraphs: [
			`Reads minute, 15-minute and daily bars into a files market; without arguments it shows all its options. ${dataFolderHint}`,
		],
		examples: [['signalwheel import prices --dry-run', 'shows how each file would be read']],
	},
	{
		options: {},
		name: 'actions',
		about: 'List, add, revoke and import splits and dividends',
		usage: [
			'signalwheel actions list [<ticker>]',
			'signalwheel actions add split <ticker> <date> <new shares per old share> [--dry-run]',
			'signalwheel actions add dividend <ticker> <ex-date> <dollars per share> [--dry-run]',
			'signalwheel actions revoke split <ticker> <date>',
			'signalwheel actions import <file.csv> [--dry-run]',
		],
		paragraphs: [
			'A CSV has the columns ticker, date, type (split or dividend) and value. Refused rows are printed with their reasons; the others are applied.',
			`The server must be running: it rebuilds the affected reports. The exit code is 1 if a row was refused or nothing was found. ${dataFolderHint}`,
		],
		examples: [
			['signalwheel actions add split AAPL 2020-08-31 4', 'a 4-for-1 split that prices do not show'],
			['signalwheel actions import actions.csv --dry-run', 'shows which rows would be refused'],
		],
	},
	{
		options: {},
		name: 'tickers',
		about: 'Rename and remove imported tickers',
		usage: [
			'signalwheel tickers rename <old symbol> <new symbol> <first date under the new symbol>',
			'signalwheel tickers remove <symbol> [--yes]',
		],
		paragraphs: [
			'Without --yes, remove shows what would be removed. Removing cannot be undone; import the files again instead.',
			`The server must be running: it rebuilds the affected reports. ${dataFolderHint}`,
		],
		examples: [['signalwheel tickers rename FLT CPAY 2024-03-25', 'one ticker with the whole history']],
	},
	{
		options: {},
		name: 'admin',
		about: 'Create administrators and one-time sign-in links',
		usage: ['signalwheel admin create <email>', 'signalwheel admin link <email>'],
		paragraphs: [`Without arguments, lists its commands. ${dataFolderHint}`],
		examples: [['signalwheel admin create you@example.com', 'the first administrator']],
	},
];
