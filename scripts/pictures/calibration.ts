/** Draws the pictures of docs/generated/calibration.md from its tables. */
import { drawPlot, type Plot } from './plot.ts';

/** SVG of each picture, by its path from the root. `page`: the text of the page. */
export function drawCalibrationPictures(page: string): Record<string, string> {
	return Object.fromEntries(
		Object.entries({ coverage: createCoveragePlot(page), power: createPowerPlot(page) }).map(([name, plot]) => [
			`docs/generated/calibration/${name}.svg`,
			drawPlot(plot),
		]),
	);
}

const SAMPLE_SIZE_AXIS = { label: 'n_eff, log scale', from: 30, to: 1_000, ticks: [30, 100, 300, 1_000], log: true };

function createCoveragePlot(page: string): Plot {
	const { columns, rows } = parseTable(page, 'Does a 95 % interval contain the true rate?');
	const createLine = (name: string, dashed = false) => ({
		label: name,
		dashed,
		points: rows.map((row) => [parseFirstNumber(row[0]), parseFirstNumber(row[columns.indexOf(name)])] as const),
	});
	return {
		title: 'Share of 95 % intervals that contain the true rate; goal 93 to 97 %',
		x: SAMPLE_SIZE_AXIS,
		y: { label: '% of records', from: 84, to: 100, ticks: [85, 90, 95, 100] },
		lines: [createLine('shown'), createLine('bootstrap', true), createLine('sequence')],
		levels: [
			{ at: 93, label: '' },
			{ at: 97, label: '' },
		],
	};
}

function createPowerPlot(page: string): Plot {
	const { columns, rows } = parseTable(page, 'Which planted effects are found?');
	const sizeColumns = columns.flatMap((name, at) => (/^[1-9]\d* bp$/.test(name) ? [at] : []));
	return {
		title: 'Share of records that find a planted effect, by n_eff',
		x: { label: 'planted excess in basis points, log scale', from: 5, to: 160, ticks: [5, 10, 20, 40, 80, 160], log: true },
		y: { label: '% found', from: 0, to: 100, ticks: [0, 20, 40, 60, 80, 100] },
		lines: rows.map((row) => ({
			label: `n_eff ${row[0]}`,
			points: sizeColumns.map((at) => [parseFirstNumber(columns[at]), parseFirstNumber(row[at])] as const),
		})),
		levels: [{ at: 80, label: '' }],
	};
}

/** The first table below a heading. Throws if there is none. */
function parseTable(page: string, heading: string): { columns: string[]; rows: string[][] } {
	const section = page.split('\n## ').find((part) => part.startsWith(heading));
	const [columns, , ...rows] = (section?.split('\n') ?? [])
		.filter((line) => line.startsWith('|'))
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	if (!columns || rows.length === 0) throw new Error(`docs/generated/calibration.md has no table below '${heading}': write it again.`);
	return { columns, rows };
}

/** The first number of a cell. */
function parseFirstNumber(cell = ''): number {
	const value = Number.parseFloat(cell);
	if (Number.isNaN(value)) throw new Error(`docs/generated/calibration.md: '${cell}' begins with no number: write it again.`);
	return value;
}
