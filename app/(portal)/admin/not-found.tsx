import { AdminMissing } from '@/components/shell/admin-missing';

export default function AdminNotFound() {
  return <AdminMissing />;
}
