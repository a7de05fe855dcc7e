import { contract } from '@sw/contract/index';
import { EXPORT_FORMATS } from '@sw/contract/signals/sector-charts';
import { TABLE_COLUMNS } from '@sw/domain/reports/list/list-columns';
import { CONNECTION_OPTIONS, connect, findReportTime } from '../calls/connect.ts';
import { validateParameters } from '../calls/validate-parameters.ts';
import { printJson } from '../screen/print.ts';
import { createUsageFailure, EXIT } from '../shell/exit.ts';
import type { Command, Options } from '../shell/options.ts';
import { LIST_OPTIONS, REPORT_OPTIONS } from './list-options.ts';

const options: Options = {
	...LIST_OPTIONS,
	...REPORT_OPTIONS,
	format: {
		type: 'string',
		valuePlaceholder: 'format',
		parameter: 'format',
		about: `Format: ${EXPORT_FORMATS.join(', ')} (default: by the file's extension, otherwise csv).`,
	},
	columns: {
		type: 'string',
		multiple: true,
		valuePlaceholder: 'columns',
		parameter: 'columns',
		about: `Columns: ${TABLE_COLUMNS.join(', ')} (default: all).`,
	},
	output: { type: 'string', short: 'o', valuePlaceholder: 'file', about: 'Output file (default: standard output).' },
	force: { type: 'boolean', about: 'Overwrite an existing file.' },
	...CONNECTION_OPTIONS,
};

function detectFormat(file: string | undefined): (typeof EXPORT_FORMATS)[number] {
	return EXPORT_FORMATS.find((format) => file?.toLowerCase().endsWith(`.${format}`)) ?? 'csv';
}

function isBinary(format: unknown): boolean {
	return format === 'parquet' || format === 'arrow' || format === 'xlsx';
}

/** Not named `export`, which is a keyword. */
export const exportList: Command = {
	name: 'export',
	about: 'Export a whole list as CSV, XLSX, JSON, Parquet or Arrow',
	usage: ['signalwheel export [-o <file>] [--format <format>] [the options of list]'],
	paragraphs: [
		"Every row contains its report and the report's hash. The JSON file and /api/sector-charts/export/dictionary describe the columns.",
		'With --json the file is JSON, and a summary of the export is printed as JSON.',
	],
	options,
	examples: [
		['signalwheel export --tab free -o list.parquet', 'the whole list, for a notebook'],
		['signalwheel export --columns price,change,cap | head', 'some columns, as CSV'],
	],
	run: async (args, world) => {
		const file = args.getText('output');
		const isJson = args.hasFlag('json');
		const parameters = { format: isJson && file === undefined ? 'json' : detectFormat(file), ...args.parameters };
		const { query } = contract.signals.sectorChartExport;
		validateParameters(query, parameters, options);
		if (isJson && file === undefined && parameters.format !== 'json')
			throw createUsageFailure('--json prints JSON: to use another format, name a file with --output.');
		if (isBinary(parameters.format) && file === undefined && world.out.isTerminal)
			throw createUsageFailure(`The format ${parameters.format} is binary: name a file with --output.`);
		const { api, files } = await connect(args, world);
		const date = await findReportTime(args, api);
		const completeQuery = validateParameters(query, { ...parameters, ...(date === undefined ? {} : { date }) }, options);
		const bytes: Uint8Array = await files.signals.sectorChartExport({ query: completeQuery });
		if (file === undefined) world.out.write(bytes);
		else {
			await world.writeFile(file, bytes, args.hasFlag('force'));
			if (isJson) printJson(world.out, { file, format: parameters.format, bytes: bytes.length });
			else world.err.write(`${file}: ${bytes.length} bytes.\n`);
		}
		return EXIT.success;
	},
};
