/** Fields and dialogs keep their keys to themselves; a tick box has none but the space bar. */
const OWN_KEYS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], dialog[open]';

/** Whether a key was pressed in a field, which has its own way back. */
export const inField = ({ target }: KeyboardEvent): boolean =>
	target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;

/** Whether a key is meant for something else than the page's own shortcuts: a field, a dialog, the browser. */
export const isTyping = (event: KeyboardEvent): boolean => {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
	const target = event.target instanceof Element ? event.target : null;
	return target?.closest(OWN_KEYS) != null;
};
