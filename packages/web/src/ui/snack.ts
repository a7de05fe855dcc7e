import { type Snack, snackList } from './snack-list.ts';
import { createUndoStack } from './undo-stack.ts';

/** How long a snackbar stands. */
const SNACK_MS = 5_000;
/** How long something can be taken back. */
const UNDO_MS = 10_000;
/** How long the offer of newer data for what is being read stands. */
const UPDATE_MS = 30_000;

const tell = (tone: Snack['tone'], title: string, message: string): void =>
	snackList.show({ id: `${title}: ${message}`, title, message, tone, lasts: SNACK_MS });

/** How many acts have begun; each has a way back of its own. */
let acts = 0;
const undoStack = createUndoStack(() => document);

interface Offer extends Pick<Snack, 'id' | 'title' | 'message' | 'lasts'> {
	/** On the button. */
	label: string;
	act: () => void;
	/** Number of the act that it takes back. Ctrl+Z does the same: ten seconds are short for whoever must first walk to the button. */
	undoes?: number;
}

/** A snackbar with a button. The newest of an id replaces the one before. */
const offer = ({ id, title, message, lasts, label, act, undoes }: Offer): void => {
	snackList.hide(id);
	const take = (): void => {
		snackList.hide(id);
		act();
	};
	const onGone = undoes === undefined ? undefined : undoStack.put(take, undoes);
	snackList.show({
		id,
		title,
		message,
		tone: 'info',
		lasts,
		button: { label, act: take },
		...(undoes !== undefined && onGone ? { act: undoes, onGone } : {}),
	});
};

type Undo = (title: string, message: string, label: string, back: () => void) => void;

/** An act begins: the answer offers its way back, which stands where the act began, not where its answer came. */
const beginAct = (): Undo => {
	const act = ++acts;
	return (title, message, label, back) => offer({ id: `undo ${act}`, title, message, label, act: back, lasts: UNDO_MS, undoes: act });
};

/** Snackbars at the bottom right. The same words never stand twice. */
export const snack = {
	info: (title: string, message: string): void => tell('info', title, message),
	warning: (title: string, message: string): void => tell('warning', title, message),
	error: (title: string, message: string): void => tell('error', title, message),
	/** Something was done that can be taken back while the snackbar stands: each act by itself, the newest first. */
	undo: ((...offer) => beginAct()(...offer)) as Undo,
	/** The same where what is done has to be answered first: called as it begins. */
	begin: beginAct,
	/** Newer data of the ticker that is being read. */
	update: (title: string, message: string, label: string, take: () => void): void =>
		offer({ id: 'update', title, message, label, act: take, lasts: UPDATE_MS }),
	/** The offer is out of date, or was taken elsewhere. */
	updated: (): void => snackList.hide('update'),
};
