/* yard_empty - the least a program costs: to be started. */
int main(void)
{
    return 0;
}
