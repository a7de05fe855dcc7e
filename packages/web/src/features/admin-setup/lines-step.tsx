import { useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import panel from '../../ui/panel.module.css';
import { snack } from '../../ui/snackbars/snack.ts';
import { type EnvironmentLine, linesText } from './environment-lines.ts';
import css from './setup.module.css';
import { setupWords as words } from './words.ts';

/** Environment lines to copy; the server stores none of them. */
export function LinesStep({ lines }: { lines: readonly EnvironmentLine[] }) {
	const [shown, show] = useState(false);
	const copy = (): void => {
		// The clipboard needs https.
		const written = (navigator.clipboard as Clipboard | undefined)?.writeText(linesText(lines, true)) ?? Promise.reject();
		written.then(
			() => snack.info(words.lines, words.copied),
			() => snack.warning(words.lines, words.notCopied),
		);
	};
	return (
		<section className={panel['panel']} aria-label={words.lines}>
			<h2 className={panel['title']}>{words.lines}</h2>
			<div className={css['step']}>
				<textarea className={css['lines']} readOnly rows={lines.length + 1} aria-label={words.linesLabel} value={linesText(lines, shown)} />
				<div className={css['buttons']}>
					<button type="button" className={buttonClass} onClick={copy}>
						{words.copy}
					</button>
					<button type="button" className={buttonClass} aria-pressed={shown} onClick={() => show(!shown)}>
						{words.show}
					</button>
				</div>
				<p className={css['note']}>{words.linesNote}</p>
			</div>
		</section>
	);
}
