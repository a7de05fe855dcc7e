import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { ADMIN_KEY } from './table-state.ts';

interface Props {
	/** The button's label. */
	label: string;
	/** Full name of the action: title of the dialog, and name for screen readers, which don't announce the row. Default: `label`. */
	fullLabel?: string;
	/** What the action will do, in one sentence. */
	effect: string;
	/** Label of the confirm button. */
	confirmLabel: string;
	/** Carries out the action. Resolves to a sentence that states the result. If it rejects, the dialog shows the error and stays open. */
	act(): Promise<string>;
	/** True while required input is missing. */
	disabled?: boolean;
}

/**
 * Button for an administrator's action. A dialog first says what the action will do; a toast
 * afterwards says what it did. All administration data is then reloaded.
 */
export function ActionButton({ label, fullLabel = label, effect, confirmLabel, act, disabled = false }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const runAction = async (): Promise<void> => {
		const outcome = await act();
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		snack.info(fullLabel, outcome);
	};
	return (
		<>
			<button
				type="button"
				className={buttonClass}
				aria-label={fullLabel === label ? undefined : fullLabel}
				disabled={disabled}
				onClick={() => dialog.current?.showModal()}
			>
				{label}
			</button>
			<ConfirmDialog dialog={dialog} title={fullLabel} detail={effect} confirmLabel={confirmLabel} act={runAction} />
		</>
	);
}
