import { useRef } from 'react';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import css from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { words as common } from '../../ui/words.ts';
import type { Letter } from './queries.ts';
import { letterWords as words } from './words.ts';

/** The text of one letter, and the way to answer it. Opens itself. */
export const LetterDialog = ({ letter: { email, name, subject, message, time }, close }: { letter: Letter; close: () => void }) => {
	const dialog = useRef<HTMLDialogElement>(null);
	const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
	return (
		<Dialog dialog={dialog} title={subject || words.noSubject} size="wide" opensItself onClose={close}>
			<p>{words.letterOf(name, email, etDateTime(msOf(time)))}</p>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
			<pre className={css['mail']} tabIndex={0}>
				{message}
			</pre>
			<form method="dialog" className={css['actions']}>
				<a className={buttonClass} href={answer}>
					{words.answer}
				</a>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
};
