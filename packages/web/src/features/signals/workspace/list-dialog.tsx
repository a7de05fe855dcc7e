import { AlertDialog } from '../../../entities/alerts/alert-dialog.tsx';
import type { InitialAlert } from '../../../entities/alerts/alert-form.tsx';
import { DecisionDialog, type InitialDecision } from '../../../entities/decisions/decision-form.tsx';

/** The form that a list opens, with its initial values. */
export interface ListForm {
	alert?: InitialAlert;
	decision?: InitialDecision;
}

/** Sets an alert or logs a decision without leaving the list. */
export function ListDialog({ form: { alert, decision }, close }: { form: ListForm; close: () => void }) {
	if (decision) return <DecisionDialog start={decision} close={close} />;
	return <AlertDialog start={alert ?? {}} close={close} />;
}
