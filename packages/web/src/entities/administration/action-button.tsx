import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { ADMIN } from './table-state.ts';

interface Props {
	/** The button's label. */
	label: string;
	/** Full name of the action, for screen readers, which don't announce its row, and for the dialog's title. Default: `label`. */
	named?: string;
	/** What the action will do, in one sentence. */
	will: string;
	/** Label of the confirm button. */
	sure: string;
	/** Resolves to a sentence that states the result. If it rejects, the error is shown and the dialog stays open. */
	act(): Promise<string>;
	/** True while required input is missing. */
	disabled?: boolean;
}

/**
 * Button for an administrator's action. A dialog first says what it will do; a toast then says what it did. All administration data is then
 * refetched.
 */
export function ActionButton({ label, named = label, will, sure, act, disabled = false }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const run = async (): Promise<void> => {
		const outcome = await act();
		await queryClient.invalidateQueries({ queryKey: ADMIN });
		snack.info(named, outcome);
	};
	return (
		<>
			<button
				type="button"
				className={buttonClass}
				aria-label={named === label ? undefined : named}
				disabled={disabled}
				onClick={() => dialog.current?.showModal()}
			>
				{label}
			</button>
			<ConfirmDialog dialog={dialog} title={named} detail={will} sure={sure} act={run} />
		</>
	);
}
