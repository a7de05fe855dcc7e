import { type Snack, snackList } from './snack-list.ts';
import { listenForUndo } from './undo-keys.ts';

/** Display time of a snackbar. */
const SNACK_MS = 5_000;
/** How long something can be taken back. */
const UNDO_MS = 10_000;

const tell = (tone: Snack['tone'], title: string, message: string): void =>
	snackList.show({ id: `${title}: ${message}`, title, message, tone, lasts: SNACK_MS });

/** How many acts have begun; each has a way back of its own. */
let acts = 0;

interface Offer extends Omit<Snack, 'tone' | 'button'>, Partial<Pick<Snack, 'tone'>> {
	/** On the button. */
	label: string;
	act: () => void;
}

/** A snackbar with a button. The newest of an id replaces the one before. */
export const offer = ({ label, act, tone, ...snack }: Offer): void => {
	const hide = (): void => snackList.hide(snack.id);
	const take = (): void => {
		hide();
		act();
	};
	hide();
	snackList.show({ ...snack, tone: tone ?? 'info', button: { label, act: take } });
};

/** Snackbars at the bottom right. The same text is never shown twice. */
export const snack = {
	info: (title: string, message: string): void => tell('info', title, message),
	success: (title: string, message: string): void => tell('success', title, message),
	warning: (title: string, message: string): void => tell('warning', title, message),
	error: (title: string, message: string): void => tell('error', title, message),
	/**
	 * An act begins that can be taken back: what this answers offers the way back, once the act is done, for as long as the
	 * snackbar stands. Each act by itself, the newest first: where the act began counts, not where its answer came.
	 */
	act: (tone: Snack['tone'] = 'info') => {
		// Ten seconds are short for readers who must first reach the button; hence the undo key.
		if (acts === 0) listenForUndo(document, snackList.undo);
		const act = ++acts;
		return (title: string, message: string, label: string, back: () => void): void =>
			offer({ id: `undo ${act}`, title, message, tone, label, act: back, lasts: UNDO_MS, undoes: act });
	},
};
