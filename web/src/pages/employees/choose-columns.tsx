import { Button } from '../../design/button.tsx';
import { Checkboxes } from '../../design/field.tsx';
import { Modal } from '../../design/modal.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { PEOPLE_COLUMNS, type PeopleColumn } from './chosen-columns.ts';
import { useColumnTitles } from './employee-columns.tsx';

export function ChooseColumns({
  chosen,
  onChoose,
  onClose,
}: {
  chosen: readonly PeopleColumn[];
  onChoose: (columns: readonly PeopleColumn[]) => void;
  onClose: () => void;
}) {
  const { employees, common } = useMessages();
  const titles = useColumnTitles();
  return (
    <Modal
      open
      onClose={onClose}
      title={employees.columns}
      text={employees.columnsText}
      onSubmit={onClose}
      foot={
        <Button type="submit" kind="primary">
          {common.done}
        </Button>
      }
    >
      <Checkboxes
        label={employees.columns}
        values={chosen}
        options={PEOPLE_COLUMNS.map((value) => ({ value, label: titles[value] }))}
        onChange={onChoose}
      />
    </Modal>
  );
}
