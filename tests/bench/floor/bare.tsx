import simpleRestProvider from 'ra-data-simple-rest';
import {
  Admin,
  BooleanField,
  Datagrid,
  DateField,
  EmailField,
  List,
  NumberField,
  Resource,
  TextField,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { authProvider } from './session.ts';

const PostList = () => (
  <List perPage={20}>
    <Datagrid>
      <TextField source="title" />
      <TextField source="author" />
      <DateField source="date" />
      <NumberField source="views" />
      <BooleanField source="published" />
    </Datagrid>
  </List>
);

const CommentList = () => (
  <List perPage={20}>
    <Datagrid>
      <TextField source="body" />
      <TextField source="author" />
      <EmailField source="email" />
      <DateField source="date" />
      <NumberField source="score" />
    </Datagrid>
  </List>
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <BrowserRouter>
    <Admin dataProvider={simpleRestProvider('/api')} authProvider={authProvider} disableTelemetry requireAuth>
      <Resource name="posts" list={PostList} />
      <Resource name="comments" list={CommentList} />
    </Admin>
  </BrowserRouter>,
);
