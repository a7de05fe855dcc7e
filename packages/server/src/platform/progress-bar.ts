import type { Progress } from './readiness.ts';

const WIDTH = 28;

/** On a terminal one line that is redrawn; elsewhere one line for each phase and quarter. */
export const progressBar = (out: NodeJS.WriteStream): ((progress: Progress) => void) => {
	let last = '';
	return ({ status, phase, progress }) => {
		const done = status !== 'starting';
		if (!out.isTTY) {
			const line = progress === null ? phase : `${phase} ${Math.floor(progress * 4) * 25} %`;
			if (line !== last && !done) out.write(`${line}\n`);
			last = line;
			return;
		}
		const filled = Math.round((progress ?? 0) * WIDTH);
		const bar = progress === null ? '' : ` [${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.round(progress * 100)} %`;
		const line = done ? '' : `${phase}${bar}`;
		if (line === last) return;
		last = line;
		out.write(`\r\x1b[2K${line}`);
	};
};
